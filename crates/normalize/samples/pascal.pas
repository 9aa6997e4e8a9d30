program LibraryDesk;
{ Keeps the books of a small library: a list, a tree of titles,
  and a report of what is overdue. }

{$MODE OBJFPC}

uses
  SysUtils, Math;

label
  99;

const
  MaxBooks = 200;
  FinePerDay = 0.25;
  Mask = $FF;
  Prompt = 'What''s next? ';
  Bell = #7;

type
  TGenre = (Novel, Science, History, Poetry);
  TGenres = set of TGenre;
  TName = string[40];
  PNode = ^TNode;
  TBook = record
    Title: TName;
    Genre: TGenre;
    Pages, Year: integer;
    case Lent: boolean of
      true: (Days: longint);
      false: ();
  end;
  TNode = record
    Key: TName;
    Count: integer;
    Left, Right: PNode;
  end;
  TShelf = array[1..MaxBooks] of TBook;

  { A queue of readers who wait. }
  TQueue = class
  private
    FItems: array of TName;
    FHead: integer;
  public
    constructor Create(Size: integer);
    destructor Destroy; override;
    procedure Add(const Name: TName);
    function Take(out Name: TName): boolean;
  end;

var
  Shelf: TShelf;
  Used, Choice: integer;
  Root: PNode;
  Total: real;
  Found: boolean;
  Waiting: TQueue;

constructor TQueue.Create(Size: integer);
begin
  inherited Create;
  SetLength(FItems, Size);
  FHead := 0;
end;

destructor TQueue.Destroy;
begin
  SetLength(FItems, 0);
  inherited Destroy;
end;

procedure TQueue.Add(const Name: TName);
begin
  if FHead >= Length(FItems) then
    raise Exception.Create('The queue is full');
  FItems[FHead] := Name;
  Inc(FHead)
end;

function TQueue.Take(out Name: TName): boolean;
var
  I: integer;
begin
  Result := FHead > 0;
  if not Result then
    exit;
  Name := FItems[0];
  for I := 1 to FHead - 1 do
    FItems[I - 1] := FItems[I];
  Dec(FHead);
end;

procedure Insert(var Node: PNode; const Key: TName);
begin
  if Node = nil then
  begin
    New(Node);
    Node^.Key := Key;
    Node^.Count := 1;
    Node^.Left := nil;
    Node^.Right := nil
  end
  else if Key < Node^.Key then
    Insert(Node^.Left, Key)
  else if Key > Node^.Key then
    Insert(Node^.Right, Key)
  else
    Node^.Count := Node^.Count + 1;
end;

procedure Walk(Node: PNode; Depth: integer);
begin
  if Node <> nil then
    with Node^ do
    begin
      Walk(Left, Depth + 1);
      writeln(' ': Depth * 2, Key, ' (', Count: 3, ')');
      Walk(Right, Depth + 1)
    end
end;

procedure Release(var Node: PNode);
begin
  if Node = nil then exit;
  Release(Node^.Left);
  Release(Node^.Right);
  Dispose(Node);
  Node := nil
end;

function Fine(const Book: TBook): real;
begin
  case Book.Genre of
    Novel, Poetry: Fine := Book.Days * FinePerDay;
    Science: Fine := Book.Days * FinePerDay * 2;
  else
    Fine := 0
  end
end;

(* Sorts by year, oldest first. *)
procedure SortByYear(var Books: TShelf; Last: integer);
var
  I, J: integer;
  Current: TBook;
  Done: boolean;
begin
  for I := 2 to Last do
  begin
    Current := Books[I];
    J := I - 1;
    Done := false;
    while (J >= 1) and not Done do
      if Books[J].Year > Current.Year then
      begin
        Books[J + 1] := Books[J];
        J := J - 1
      end
      else
        Done := true;
    Books[J + 1] := Current
  end
end;

function Search(const Books: TShelf; Last, Year: integer): integer;
var
  Low, High, Middle: integer;
begin
  Low := 1;
  High := Last;
  Search := 0;
  repeat
    Middle := (Low + High) div 2;
    if Books[Middle].Year < Year then
      Low := Middle + 1
    else
      High := Middle - 1
  until (Books[Middle].Year = Year) or (Low > High);
  if Books[Middle].Year = Year then
    Search := Middle
end;

function Checksum(const Text: string): word;
var
  I: integer;
begin
  Checksum := 0;
  for I := Length(Text) downto 1 do
    Checksum := ((Checksum shl 1) xor Ord(Text[I])) and Mask
end;

procedure ReadShelf(const Path: string);
var
  Input: text;
  Line: string;
begin
  Assign(Input, Path);
  {$I-} Reset(Input); {$I+}
  while not Eof(Input) do
  begin
    ReadLn(Input, Line);
    if (Line = '') or (Line[1] in ['#', ';']) then
      continue;
    if Used = MaxBooks then
      break;
    Used := Used + 1;
    Shelf[Used].Title := Line;
    Shelf[Used].Year := 1900 + Checksum(Line) mod 100
  end;
  Close(Input)
end;

begin
  Waiting := TQueue.Create(10);
  Total := 0.0;
  try
    ReadShelf(ParamStr(1));
    SortByYear(Shelf, Used);
    for Choice := 1 to Used do
    begin
      Insert(Root, Shelf[Choice].Title);
      Total := Total + Fine(Shelf[Choice])
    end;
    Found := Search(Shelf, Used, 1984) > 0;
    if Found or (Total >= 1.5e3) then
      goto 99;
    write(Prompt, Bell);
    Walk(Root, 0);
  finally
    Release(Root);
    Waiting.Free
  end;
  99: writeln('Total: ', Total: 8: 2)
end.
