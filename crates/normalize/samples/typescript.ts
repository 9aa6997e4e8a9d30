// A lending library: members, loans with dates due, fines, and a queue of those who wait.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import * as path from 'node:path';

export type Identifier = string | number;
type Handler<T> = (event: T, at?: Date) => void;
type Keys<T> = { readonly [K in keyof T]?: T[K] extends string ? 'text' : 'other' };
type Pair<A, B = A> = [first: A, second: B];

const DAY = 24 * 60 * 60 * 1000;
const PATTERN = /^[A-Z]{2}-(\d+)\/[a-z]*$/i;
let opened: boolean = false;
var serial = 0;

export enum Status {
  Shelved,
  Lent = 4,
  Lost = 'lost',
}

const enum Fee {
  Late = 25,
  Lost = 1_500,
}

interface Book {
  readonly id: Identifier;
  title: string;
  authors: string[];
  year?: number;
  describe(short: boolean): string;
}

export interface Loan extends Partial<Book> {
  member: Member;
  due: Date;
  [note: string]: unknown;
}

declare const VERSION: string;
declare function log(message: string, ...rest: any[]): void;

namespace Calendar {
  export const weekend = [0, 6];
  export function isOpen(day: Date): boolean {
    return !weekend.includes(day.getDay()) && opened;
  }
}

abstract class Person {
  protected static count = 0;
  private readonly born: Date | null = null;

  constructor(public name: string, protected email?: string) {
    Person.count += 1;
  }

  abstract limit(): number;

  get label(): string {
    return `${this.name} <${this.email ?? 'nowhere'}>`;
  }

  set label(value: string) {
    const [name, email] = value.split(' ');
    this.name = name;
    this.email = email;
  }
}

class Member extends Person implements Iterable<Loan> {
  #loans: Map<Identifier, Loan> = new Map<Identifier, Loan>();
  private queue: Array<Pair<Identifier, number>> = [];
  fines = 0;

  override limit(): number {
    return this.fines > 100 ? 0 : 5;
  }

  *[Symbol.iterator](): Iterator<Loan> {
    for (const loan of this.#loans.values()) {
      yield loan;
    }
  }

  borrow(book: Book, days: number = 28): Loan | undefined {
    if (this.#loans.size >= this.limit()) {
      return undefined;
    } else if (book.year! < 1900) {
      throw new RangeError('too old to lend: ' + book.title);
    }
    const due = new Date(Date.now() + days * DAY);
    const loan: Loan = { ...book, member: this, due };
    this.#loans.set(book.id, loan);
    return loan;
  }

  giveBack(id: Identifier): void {
    const loan = this.#loans.get(id);
    if (!loan) return;
    let late = Math.floor((Date.now() - loan.due.getTime()) / DAY);
    while (late-- > 0) {
      this.fines += Fee.Late;
      if (this.fines >= Fee.Lost) break;
    }
    this.#loans.delete(id);
  }

  wait(id: Identifier): number {
    let place = 0;
    do {
      place++;
    } while (place < this.queue.length && this.queue[place][0] !== id);
    this.queue.push([id, place]);
    return place;
  }
}

function isBook(thing: unknown): thing is Book {
  return typeof thing === 'object' && thing !== null && 'title' in thing;
}

function first<T extends { id: Identifier }>(items: readonly T[], test: (item: T) => boolean): T | null {
  for (let i = 0; i < items.length; i++) {
    if (test(items[i])) return items[i];
  }
  return null;
}

function parse(line: string): Pair<string, number>;
function parse(line: string, strict: boolean): Pair<string, number>;
function parse(line: string, strict = false): Pair<string, number> {
  const parts = PATTERN.exec(line.trim());
  if (parts == null) {
    if (strict) throw new SyntaxError(`not a mark: ${line}`);
    return ['', -1];
  }
  return [parts[0], Number(parts[1]) % 97];
}

export function fee(status: Status, days: number): number {
  let total = 0;
  switch (status) {
    case Status.Shelved:
      total = 0;
      break;
    case Status.Lent: {
      const weeks = days >> 3;
      total = weeks * Fee.Late + (days & 7);
      break;
    }
    default:
      total = days > 365 ? Fee.Lost : days << 1;
  }
  return total;
}

class Catalogue<T extends Book> {
  private readonly books = new Map<string, Map<Identifier, T>>();
  private handlers: Handler<T>[] = [];

  static open(): Catalogue<Book> {
    opened = true;
    return new Catalogue();
  }

  on(handler: Handler<T>): this {
    this.handlers.push(handler);
    return this;
  }

  add(book: T): void {
    const shelf = this.books.get(book.title[0]) ?? new Map<Identifier, T>();
    shelf.set(book.id, book);
    this.books.set(book.title[0], shelf);
    this.handlers.forEach((handler) => handler(book, new Date()));
  }

  find(words: string[]): T[] {
    const found: T[] = [];
    shelves: for (const letter in Object.fromEntries(this.books)) {
      for (const [, book] of this.books.get(letter)!) {
        for (const word of words) {
          if (book.title.indexOf(word) < 0) continue shelves;
        }
        found.push(book);
      }
    }
    return found.sort((a, b) => (a.title < b.title ? -1 : 1));
  }
}

async function load(source: Readable, into: Catalogue<Book>): Promise<number> {
  let count = 0;
  const hash = createHash('sha256');
  try {
    for await (const chunk of source) {
      hash.update(chunk as Buffer);
      const book = JSON.parse(String(chunk)) as unknown;
      if (isBook(book)) {
        into.add(book);
        count += 1;
      }
    }
  } catch (error: unknown) {
    log('cannot load', (<Error>error).message);
    count ^= count;
  } finally {
    serial++;
  }
  return count;
}

const settings = { name: 'town', floors: [0, 1, 2] as const, path: path.sep } satisfies Record<string, unknown>;

export const report = async (catalogue: Catalogue<Book>): Promise<void> => {
  const found = catalogue.find(['a']);
  const best = first(found, (book) => book.year === 2001 || !book.authors.length);
  log(settings.name, best?.title ?? 'none', fee(Status.Lent, 40), parse('AB-12/x'), Calendar.isOpen(new Date()));
};

export { Catalogue as default, Member, load };
