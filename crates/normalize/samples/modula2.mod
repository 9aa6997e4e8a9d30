MODULE Inventory;
(* Stock of a hardware shop: a tree of parts (* nested, as the
   language allows *), orders in a ring and a monthly report. *)

FROM InOut IMPORT WriteString, WriteLn, WriteInt, WriteCard, ReadInt, ReadString, Done;
FROM Storage IMPORT ALLOCATE, DEALLOCATE;
IMPORT Strings;

CONST
  MaxOrders = 64;
  NameLength = 24;
  Greeting = "Don't panic";
  Quote = '"';
  Limit = 0FFH;

TYPE
  Name = ARRAY [0..NameLength - 1] OF CHAR;
  Kind = (screw, nail, tool, paint);
  Kinds = SET OF Kind;
  PartPtr = POINTER TO Part;
  Part = RECORD
    name: Name;
    kind: Kind;
    stock, minimum: CARDINAL;
    price: REAL;
    left, right: PartPtr;
  END;
  Order = RECORD
    part: PartPtr;
    amount: INTEGER;
    CASE urgent: BOOLEAN OF
      TRUE: days: CARDINAL;
    | FALSE: batch: INTEGER;
    END;
  END;
  Visitor = PROCEDURE (PartPtr);

VAR
  root: PartPtr;
  ring: ARRAY [0..MaxOrders - 1] OF Order;
  head, tail, waiting: CARDINAL;
  total: REAL;
  allowed: Kinds;
  answer: INTEGER;

PROCEDURE Compare(a, b: ARRAY OF CHAR): INTEGER;
VAR
  i: CARDINAL;
BEGIN
  i := 0;
  WHILE (i <= HIGH(a)) & (i <= HIGH(b)) DO
    IF a[i] < b[i] THEN
      RETURN -1
    ELSIF a[i] > b[i] THEN
      RETURN 1
    END;
    INC(i)
  END;
  RETURN 0
END Compare;

PROCEDURE Insert(VAR node: PartPtr; name: Name; kind: Kind; amount: CARDINAL);
VAR
  order: INTEGER;
BEGIN
  IF node = NIL THEN
    NEW(node);
    node^.name := name;
    node^.kind := kind;
    node^.stock := amount;
    node^.minimum := 10;
    node^.left := NIL;
    node^.right := NIL
  ELSE
    order := Compare(name, node^.name);
    IF order < 0 THEN
      Insert(node^.left, name, kind, amount)
    ELSIF order > 0 THEN
      Insert(node^.right, name, kind, amount)
    ELSE
      INC(node^.stock, amount)
    END
  END
END Insert;

PROCEDURE Find(node: PartPtr; name: Name): PartPtr;
VAR
  order: INTEGER;
BEGIN
  LOOP
    IF node = NIL THEN EXIT END;
    order := Compare(name, node^.name);
    IF order = 0 THEN
      EXIT
    ELSIF order < 0 THEN
      node := node^.left
    ELSE
      node := node^.right
    END
  END;
  RETURN node
END Find;

PROCEDURE ForEach(node: PartPtr; visit: Visitor);
BEGIN
  IF node # NIL THEN
    ForEach(node^.left, visit);
    visit(node);
    ForEach(node^.right, visit)
  END
END ForEach;

PROCEDURE Show(part: PartPtr);
BEGIN
  WITH part^ DO
    WriteString(name);
    WriteCard(stock, 6);
    CASE kind OF
      screw, nail: WriteString(" small");
    | tool: WriteString(" tool");
    ELSE
      WriteString(" other")
    END;
    WriteLn
  END
END Show;

PROCEDURE AddValue(part: PartPtr);
BEGIN
  IF part^.kind IN allowed THEN
    total := total + FLOAT(part^.stock) * part^.price
  END
END AddValue;

PROCEDURE Place(part: PartPtr; amount: INTEGER; urgent: BOOLEAN);
BEGIN
  IF waiting = MaxOrders THEN
    WriteString("too many orders");
    HALT
  END;
  ring[tail].part := part;
  ring[tail].amount := amount;
  ring[tail].urgent := urgent;
  IF urgent THEN
    ring[tail].days := 1
  ELSE
    ring[tail].batch := amount DIV 10 + 1
  END;
  tail := (tail + 1) MOD MaxOrders;
  INC(waiting)
END Place;

PROCEDURE Deliver(): BOOLEAN;
VAR
  current: Order;
BEGIN
  IF waiting = 0 THEN
    RETURN FALSE
  END;
  current := ring[head];
  head := (head + 1) MOD MaxOrders;
  DEC(waiting);
  current.part^.stock := current.part^.stock + VAL(CARDINAL, current.amount);
  RETURN TRUE
END Deliver;

PROCEDURE Refill(part: PartPtr);
BEGIN
  IF (part^.stock < part^.minimum) AND NOT (part^.kind = paint) THEN
    Place(part, 50, part^.stock = 0)
  END
END Refill;

PROCEDURE Checksum(text: ARRAY OF CHAR): CARDINAL;
VAR
  i, sum: CARDINAL;
BEGIN
  sum := 0;
  FOR i := 0 TO HIGH(text) BY 2 DO
    sum := (sum * 31 + ORD(text[i])) MOD Limit
  END;
  RETURN sum
END Checksum;

PROCEDURE Release(VAR node: PartPtr);
BEGIN
  IF node <> NIL THEN
    Release(node^.left);
    Release(node^.right);
    DISPOSE(node)
  END
END Release;

PROCEDURE Menu;
VAR
  name: Name;
  part: PartPtr;
BEGIN
  REPEAT
    WriteString(Greeting);
    WriteLn;
    ReadInt(answer);
    IF NOT Done THEN RETURN END;
    CASE answer OF
      1: ReadString(name);
         Insert(root, name, screw, 100);
    | 2: ReadString(name);
         part := Find(root, name);
         IF part # NIL THEN Show(part) END;
    | 3..5: ForEach(root, Show);
    ELSE
      WriteString('What?');
      WriteLn
    END
  UNTIL answer = 0
END Menu;

BEGIN
  root := NIL;
  head := 0;
  tail := 0;
  waiting := 0;
  total := 0.0;
  allowed := Kinds{screw, nail};
  INCL(allowed, tool);
  EXCL(allowed, nail);
  Menu;
  ForEach(root, Refill);
  WHILE Deliver() DO
    WriteString("delivered");
    WriteLn
  END;
  ForEach(root, AddValue);
  WriteInt(TRUNC(total), 10);
  WriteCard(Checksum(Greeting), 8);
  WriteLn;
  Release(root)
END Inventory.
