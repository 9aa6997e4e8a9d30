// A shopping list with shelves: state in hooks, a reducer, and small components.
import React, { useEffect, useMemo, useReducer, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';

interface Item {
  id: number;
  name: string;
  amount: number;
  done?: boolean;
}

type Action =
  | { kind: 'add'; name: string; amount: number }
  | { kind: 'toggle' | 'remove'; id: number }
  | { kind: 'clear' };

interface Props {
  title: string;
  items: readonly Item[];
  children?: ReactNode;
  onPick(id: number): void;
}

enum Order {
  Name,
  Amount = 2,
}

const LIMIT = 50;
let next = 1;

function reduce(items: Item[], action: Action): Item[] {
  switch (action.kind) {
    case 'add': {
      if (items.length >= LIMIT) {
        return items;
      }
      const item: Item = { id: next++, name: action.name, amount: action.amount };
      return [...items, item];
    }
    case 'toggle':
      return items.map((item) => (item.id === action.id ? { ...item, done: !item.done } : item));
    case 'remove':
      return items.filter((item) => item.id !== action.id);
    default:
      return [];
  }
}

function compare(order: Order, left: Item, right: Item): number {
  if (order === Order.Amount && left.amount !== right.amount) {
    return left.amount - right.amount;
  } else if (left.name < right.name) {
    return -1;
  } else {
    return left.name > right.name ? 1 : 0;
  }
}

const Badge = ({ count }: { count: number }) => <span className="badge">{count + 0}</span>;

function Row({ item, onPick }: { item: Item; onPick: (id: number) => void }) {
  const label = item.amount > 1 ? `${item.amount} x ${item.name}` : item.name;
  return <li className={item.done ? 'done' : undefined} onClick={() => onPick(item.id)}>{label}</li>;
}

export function Shelf(props: Props): JSX.Element {
  const { title, items, children, onPick, ...rest } = props;
  const open = items.filter((item) => !item.done).length;
  const rows = [];
  for (const item of items) {
    if (item.amount <= 0) continue;
    rows.push(<Row key={item.id} item={item} onPick={onPick} />);
  }
  let empty = 0;
  for (let i = 0; i < items.length; i++) {
    empty += items[i].amount === 0 ? 1 : 0;
  }
  return <section {...rest}><h2>{title}: it's <Badge count={open} /></h2><ul>{rows}</ul>{empty > 0 && <i>{empty} empty</i>}{children}</section>;
}

abstract class Store<T> {
  private readonly key: string;
  protected cache: Map<string, T[]> = new Map<string, Array<T>>();
  static opened = 0;

  constructor(key: string) {
    this.key = key;
    Store.opened += 1;
  }

  abstract parse(text: string): T[];

  get size(): number {
    return this.cache.size;
  }

  load(): T[] {
    const text = localStorage.getItem(this.key);
    if (!text) return [];
    try {
      return this.parse(text);
    } catch (error) {
      console.error('cannot read ' + this.key, error);
      throw error;
    } finally {
      this.cache.clear();
    }
  }

  save(items: readonly T[]): void {
    localStorage.setItem(this.key, JSON.stringify(items));
  }
}

class ItemStore extends Store<Item> {
  override parse(text: string): Item[] {
    const found: Item[] = [];
    const lines = text.split(/[\r\n]+/);
    let at = 0;
    while (at < lines.length) {
      const [name, amount] = lines[at].split(';');
      at++;
      if (name === '') break;
      found.push({ id: next++, name, amount: Number(amount) | 0 });
    }
    return found;
  }
}

function useTicks(period: number): number {
  const [ticks, setTicks] = useState<number>(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((before) => before + 1), period);
    return () => clearInterval(timer);
  }, [period]);
  return ticks % 60;
}

function first<T extends Item>(items: T[], wanted: string): T | null {
  let at = -1;
  do {
    at += 1;
  } while (at < items.length && items[at].name !== wanted);
  return items[at] ?? null;
}

async function fetchPrices(names: string[]): Promise<Record<string, number>> {
  const prices: Record<string, number> = {};
  outer: for (const name in names) {
    const answer = await fetch(`/prices/${encodeURIComponent(names[name])}`);
    if (answer.status >= 500) break outer;
    prices[names[name]] = (await answer.json()) as number;
  }
  return prices;
}

export default function List({ store }: { store: ItemStore }) {
  const [items, dispatch] = useReducer(reduce, store.load());
  const [order, setOrder] = useState<Order>(Order.Name);
  const [draft, setDraft] = useState('');
  const ticks = useTicks(1000);
  const sorted = useMemo(() => [...items].sort((a, b) => compare(order, a, b)), [items, order]);

  useEffect(() => {
    store.save(items);
    void fetchPrices(items.map((item) => item.name));
  }, [items]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const amount = parseInt(draft, 10) || 1;
    const name = draft.replace(/^\d+\s*/, '').trim();
    if (name && !first(items, name)) {
      dispatch({ kind: 'add', name, amount });
    }
    setDraft('');
  }

  const pick = (id: number): void => {
    const item = items.find((candidate) => candidate.id === id)!;
    dispatch({ kind: item.done ? 'remove' : 'toggle', id });
  };

  if (items.length === 0) {
    return <p>Nothing to buy.</p>;
  }
  return <main><Shelf title="To buy" items={sorted} onPick={pick}><em>{ticks}s</em></Shelf><form onSubmit={submit}><input value={draft} onChange={(event) => setDraft(event.target.value)} /><button disabled={draft === ''}>Add</button></form><button onClick={() => setOrder(order ^ Order.Amount)}>Order</button></main>;
}

export const describe = (items: Item[]): string => {
  const names: string[] = [];
  let weight = 0;
  items.forEach((item) => {
    names.push(item.name);
    weight += item.amount << 1;
  });
  delete items[0].done;
  return names.join(', ') + (weight >> 1);
};

export { reduce, ItemStore, Badge };
export type { Action, Props };
