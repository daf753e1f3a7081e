import type { EventData, UserEvent } from '../../schema/events/index.ts';
import { TurnlogError } from '../errors.ts';

export type Item = EventData<'InventoryItemPut'>;
export type InventoryCommand = { type: 'PutItem'; item: Item } | { type: 'RemoveItem'; name: string };
/** By the name in lower case. */
export type InventoryState = ReadonlyMap<string, Item>;

/** Bounded, since every turn that asks for it folds it. */
const MAX_ITEMS = 5_000;

const initial: InventoryState = new Map();

const evolve = (state: InventoryState, event: UserEvent): InventoryState => {
  if (event.type === 'InventoryItemPut') return new Map(state).set(event.data.name.toLowerCase(), event.data);
  if (event.type !== 'InventoryItemRemoved') return state;
  const next = new Map(state);
  next.delete(event.data.name.toLowerCase());
  return next;
};

const decide = (command: InventoryCommand, state: InventoryState): UserEvent[] => {
  if (command.type === 'RemoveItem') {
    const known = state.get(command.name.toLowerCase());
    return known ? [{ type: 'InventoryItemRemoved', data: { name: known.name } }] : [];
  }
  const known = state.get(command.item.name.toLowerCase());
  if (!known && state.size >= MAX_ITEMS) {
    throw new TurnlogError('REJECTED', `the inventory holds ${MAX_ITEMS} items already: remove one first`);
  }
  return JSON.stringify(known) === JSON.stringify(command.item)
    ? []
    : [{ type: 'InventoryItemPut', data: command.item }];
};

/** A user's things at home. */
export const inventoryDecider = { initial, evolve, decide } as const;
