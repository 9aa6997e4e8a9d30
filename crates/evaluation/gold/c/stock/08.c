#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names live in a letter tree: siblings are in alphabetical order,
   so that walking through it yields the report in the right order. */

typedef struct Letter Letter;
struct Letter
{
   unsigned char Ch;
   int IsItem;
   long Count, Price;
   Letter *Sibling, *Child;
};

typedef enum { ADD, REMOVE, PRICE, REPORT, END, BAD, EMPTY } Kind;

typedef struct
{
   Kind Op;
   char Name[128];
   long Arg1, Arg2;
} Command;

static Letter Root;

static Command ParseCommand(const char *Line)
{
   static const char *Words[] = { "add", "remove", "price", "report", "end" };
   Command Cmd = { BAD, "", 0, 0 };
   char Word[128];
   if (sscanf(Line, "%127s %127s %ld %ld", Word, Cmd.Name, &Cmd.Arg1, &Cmd.Arg2) < 1)
   {
      Cmd.Op = EMPTY;
      return Cmd;
   }
   for (Kind K = ADD; K <= END; K++)
      if (strcmp(Word, Words[K]) == 0)
         Cmd.Op = K;
   return Cmd;
}

static Letter *Lookup(const char *Name, int Create)
{
   Letter *At = &Root;
   for (const unsigned char *C = (const unsigned char *) Name; *C != 0; C++)
   {
      Letter **Link = &At->Child;
      while (*Link != NULL && (*Link)->Ch < *C)
         Link = &(*Link)->Sibling;
      if (*Link == NULL || (*Link)->Ch != *C)
      {
         if (!Create)
            return NULL;
         Letter *New = calloc(1, sizeof(Letter));
         New->Ch = *C;
         New->Sibling = *Link;
         *Link = New;
      }
      At = *Link;
   }
   if (Create)
      At->IsItem = 1;
   return At->IsItem ? At : NULL;
}

static long Walk(const Letter *Node, char *Prefix, int Depth)
{
   long Value = 0;
   for (; Node != NULL; Node = Node->Sibling)
   {
      Prefix[Depth] = (char) Node->Ch;
      Prefix[Depth + 1] = '\0';
      if (Node->IsItem)
      {
         printf("%s %ld %ld\n", Prefix, Node->Count, Node->Price);
         Value += Node->Count * Node->Price;
      }
      Value += Walk(Node->Child, Prefix, Depth + 1);
   }
   return Value;
}

int main(void)
{
   char Line[400], Prefix[129];
   for (;;)
   {
      if (fgets(Line, sizeof Line, stdin) == NULL)
         return 0;
      Command Cmd = ParseCommand(Line);
      Letter *Item = NULL;
      if (Cmd.Op == ADD || Cmd.Op == REMOVE || Cmd.Op == PRICE)
      {
         Item = Lookup(Cmd.Name, Cmd.Op == ADD);
         if (Item == NULL)
         {
            printf("unknown %s\n", Cmd.Name);
            continue;
         }
      }
      switch (Cmd.Op)
      {
      case ADD:
         Item->Count += Cmd.Arg1;
         Item->Price = Cmd.Arg2;
         break;
      case REMOVE:
         if (Item->Count >= Cmd.Arg1)
            Item->Count -= Cmd.Arg1;
         else
            printf("not enough %s\n", Cmd.Name);
         break;
      case PRICE:
         Item->Price = Cmd.Arg1;
         break;
      case REPORT:
         printf("total %ld\n", Walk(Root.Child, Prefix, 0));
         break;
      case END:
         return 0;
      case BAD:
         printf("bad command\n");
         break;
      case EMPTY:
         break;
      }
   }
}
