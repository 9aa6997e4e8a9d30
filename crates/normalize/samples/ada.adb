-- Traffic at a toll station: cars arrive, wait in queues, pay and leave.
-- One package, one protected object, a task and a report.
with Ada.Text_IO;             use Ada.Text_IO;
with Ada.Integer_Text_IO;
with Ada.Numerics.Float_Random;
with Ada.Unchecked_Deallocation;

procedure Toll_Station is

   pragma Assertion_Policy (Check);

   Max_Lanes : constant := 8;
   Base_Fee  : constant Float := 2.5;
   Mask      : constant := 16#FF#;
   Tick      : constant Character := ''';

   type Vehicle_Kind is (Car, Truck, Bus, Motorcycle);
   subtype Heavy is Vehicle_Kind range Truck .. Bus;
   type Lane_Number is range 1 .. Max_Lanes;
   type Hash is mod 2 ** 16;

   type Vehicle is record
      Plate  : String (1 .. 8) := (others => ' ');
      Kind   : Vehicle_Kind    := Car;
      Axles  : Positive        := 2;
      Weight : Float           := 0.0;
   end record;

   type Node;
   type Link is access Node;
   type Node is record
      Item : Vehicle;
      Next : Link;
   end record;

   type Counts is array (Vehicle_Kind) of Natural;
   type Grid is array (Lane_Number range <>, Positive range <>) of Integer;

   Queue_Empty : exception;

   procedure Free is new Ada.Unchecked_Deallocation (Node, Link);

   generic
      type Element is private;
      with function "<" (Left, Right : Element) return Boolean is <>;
   package Sorting is
      type List is array (Positive range <>) of Element;
      procedure Sort (Items : in out List);
   end Sorting;

   package body Sorting is
      procedure Sort (Items : in out List) is
         Current : Element;
         Place   : Integer;
      begin
         for I in Items'First + 1 .. Items'Last loop
            Current := Items (I);
            Place := I - 1;
            while Place >= Items'First and then Current < Items (Place) loop
               Items (Place + 1) := Items (Place);
               Place := Place - 1;
            end loop;
            Items (Place + 1) := Current;
         end loop;
      end Sort;
   end Sorting;

   package Integer_Sorting is new Sorting (Integer);

   protected Cashbox is
      procedure Add (Amount : in Float);
      function Total return Float;
      entry Empty (Amount : out Float);
   private
      Sum : Float := 0.0;
   end Cashbox;

   protected body Cashbox is
      procedure Add (Amount : in Float) is
      begin
         Sum := Sum + Amount;
      end Add;

      function Total return Float is
      begin
         return Sum;
      end Total;

      entry Empty (Amount : out Float) when Sum > 0.0 is
      begin
         Amount := Sum;
         Sum := 0.0;
      end Empty;
   end Cashbox;

   type Queue is tagged record
      Head, Tail : Link    := null;
      Length     : Natural := 0;
   end record;

   procedure Append (Q : in out Queue; Item : in Vehicle) is
      Fresh : constant Link := new Node'(Item => Item, Next => null);
   begin
      if Q.Tail = null then
         Q.Head := Fresh;
      else
         Q.Tail.Next := Fresh;
      end if;
      Q.Tail := Fresh;
      Q.Length := Q.Length + 1;
   end Append;

   procedure Take (Q : in out Queue; Item : out Vehicle) is
      Old : Link := Q.Head;
   begin
      if Old = null then
         raise Queue_Empty with "nobody ""waits""";
      end if;
      Item := Old.all.Item;
      Q.Head := Old.Next;
      if Q.Head = null then
         Q.Tail := null;
      end if;
      Free (Old);
      Q.Length := Q.Length - 1;
   end Take;

   function Fee (Item : Vehicle) return Float is
      Result : Float := Base_Fee;
   begin
      case Item.Kind is
         when Car | Motorcycle =>
            null;
         when Bus =>
            Result := Result * 2.0;
         when others =>
            Result := Result + Float (Item.Axles) * 1.5e0;
      end case;
      if Item.Kind in Heavy and Item.Weight > 7.5 then
         Result := Result + 10.0;
      elsif Item.Kind not in Heavy or else Item.Weight < 1.0 then
         Result := Result - 0.5;
      end if;
      return Result;
   end Fee;

   function Hashed (Plate : String) return Hash is
      Sum : Hash := 0;
   begin
      for C of Plate loop
         Sum := (Sum * 31) xor Character'Pos (C);
      end loop;
      return Sum and Mask;
   end Hashed;

   function Greatest_Divisor (A, B : Natural) return Natural is
     (if B = 0 then A else Greatest_Divisor (B, A rem B));

   task Clock is
      entry Start;
      entry Stop;
   end Clock;

   task body Clock is
      Minutes : Natural := 0;
   begin
      accept Start;
      Ticking :
      loop
         select
            accept Stop;
            exit Ticking;
         or
            delay 0.01;
            Minutes := Minutes + 1;
         end select;
      end loop Ticking;
      Put_Line ("Minutes:" & Natural'Image (Minutes));
   end Clock;

   Generator : Ada.Numerics.Float_Random.Generator;
   Lanes     : array (Lane_Number) of Queue;
   Seen      : Counts := (others => 0);
   Board     : Grid (1 .. 4, 1 .. 3) := (others => (others => 0));
   Guest     : Vehicle;
   Sorted    : Integer_Sorting.List := (5, 3, 9, 1);

begin
   Clock.Start;
   for Round in reverse 1 .. 100 loop
      Guest.Kind := Vehicle_Kind'Val (Round mod 4);
      Guest.Plate (1) := Character'Val (65 + Round mod 26);
      Guest.Weight := Ada.Numerics.Float_Random.Random (Generator) * 12.0;
      Append (Lanes (Lane_Number (1 + Round mod Max_Lanes)), Guest);
      Seen (Guest.Kind) := Seen (Guest.Kind) + 1;
   end loop;

   for L in Lanes'Range loop
      begin
         while Lanes (L).Length > 0 loop
            Take (Lanes (L), Guest);
            Cashbox.Add (Fee (Guest));
         end loop;
      exception
         when Queue_Empty =>
            Put_Line ("lane" & L'Img & " was empty");
         when others =>
            raise;
      end;
   end loop;

   declare
      Taken : Float;
   begin
      Cashbox.Empty (Taken);
      Put (Integer'Image (Integer (Taken)));
      New_Line;
   end;
   Integer_Sorting.Sort (Sorted);
   Board (1, 1) := Greatest_Divisor (abs Sorted (1), 12);
   if Hashed (Guest.Plate) /= 0 and Tick /= 'x' then
      goto Finished;
   end if;
   <<Finished>>
   Clock.Stop;
end Toll_Station;
