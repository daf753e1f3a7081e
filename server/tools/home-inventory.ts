import { inventoryRequestIn, parameters } from './inventory-requests.ts';
import { defineTool, failed, type InventoryItem } from './tool.ts';

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const say = ({ name, place, quantity }: InventoryItem) => `${quantity} × ${name}${place ? ` in ${place}` : ''}`;

const shown = (title: string, items: readonly InventoryItem[]) => ({
  type: 'table' as const,
  title,
  columns: ['Item', 'Quantity', 'Place'],
  rows: items.map(({ name, quantity, place }) => [name, String(quantity), place ?? '']),
});

export const homeInventory = defineTool({
  id: 'homeInventory',
  name: 'Home inventory',
  progress: 'Looking through your things',
  description: "Keeps the person's own list of things at home: adds, finds, lists and removes them.",
  rule: "homeInventory: the person's own belongings at home: where something is, what is kept where, add or remove it.",
  examples: [
    'keep track of belongings and where they are stored at home',
    'find where an item is kept in the house',
    'add an item to the household inventory',
    'list what is stored in the garage, the attic or a drawer',
    'remove an item from the household inventory',
    'how many of an item there are at home',
  ],
  parameters,
  offline: true,
  // Says what is there from now on, so that a repeat changes nothing.
  idempotent: true,
  dataSources: ['the person’s own items'],
  fromMessage: inventoryRequestIn,
  async execute({ action, item, place, quantity }, { inventory }) {
    const items = await inventory.list();
    if (action === 'list') {
      const kept = place === undefined ? items : items.filter((each) => each.place !== null && has(each.place, place));
      const where = place === undefined ? 'Your inventory' : `In ${place}`;
      const spoken = kept.length === 0 ? `${where} holds nothing yet.` : `${where}: ${kept.map(say).join(', ')}.`;
      return { success: true, data: { items: [...kept] }, spoken, blocks: [shown(where, kept)] };
    }
    if (item === undefined) return failed(`${action} needs an item`);
    const known = items.find(({ name }) => name.toLowerCase() === item.toLowerCase());
    if (action === 'find') {
      const found = items.filter(({ name }) => has(name, item) || has(item, name));
      const spoken = found.length === 0 ? `"${item}" isn't in your inventory.` : `${found.map(say).join(', ')}.`;
      return {
        success: true,
        data: { items: [...found] },
        spoken,
        blocks: found.length > 0 ? [shown('Found', found)] : [],
      };
    }
    if (action === 'remove') {
      const removed = known ? await inventory.remove(known.name) : false;
      return removed
        ? { success: true, data: { removed: item }, spoken: `Removed ${item} from your inventory.` }
        : failed(`"${item}" isn't in your inventory`);
    }
    const put = {
      name: known?.name ?? item,
      place: place ?? known?.place ?? null,
      quantity: quantity ?? known?.quantity ?? 1,
    };
    await inventory.put(put);
    return {
      success: true,
      data: { item: put },
      spoken: `Noted: ${say(put)}.`,
      blocks: [shown('Your inventory', [put])],
    };
  },
});
