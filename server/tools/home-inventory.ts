import { z } from 'zod';
import { defineTool, failed, type InventoryItem } from './tool.ts';

const parameters = z.object({
  action: z.enum(['list', 'find', 'add', 'remove']),
  item: z.string().min(1).max(100).exactOptional(),
  place: z.string().min(1).max(100).exactOptional(),
  quantity: z.int().min(1).max(1_000_000).exactOptional(),
});
type Args = z.infer<typeof parameters>;

const ARTICLE = '(?:my |the |our |a |an |some )?';
const patterns: [RegExp, (groups: (string | undefined)[]) => Args][] = [
  [
    new RegExp(
      String.raw`^(?:please )?(?:add|put|store|record|i (?:have )?(?:put|stored))\s+(?:(\d+)\s+)?${ARTICLE}(.+?)(?:\s+(?:to|in|into|on|under)\s+${ARTICLE}(.+?))?[.!]*$`,
      'i',
    ),
    ([quantity, item = '', place]) => ({
      action: 'add',
      item,
      ...(quantity ? { quantity: Number(quantity) } : {}),
      ...(place && !/^(inventory|home inventory|list)$/i.test(place) ? { place } : {}),
    }),
  ],
  [
    new RegExp(
      String.raw`^(?:please )?(?:remove|delete|take)\s+${ARTICLE}(.+?)(?:\s+(?:from|out of)\s+.+?)?[.!]*$`,
      'i',
    ),
    ([item = '']) => ({ action: 'remove', item }),
  ],
  [
    new RegExp(
      String.raw`^(?:where (?:is|are|did i (?:put|leave|store))|find|do (?:i|we) have (?:any )?|how many)\s+${ARTICLE}(.+?)(?:\s+do (?:i|we) have)?(?:\s+at home)?[?.!]*$`,
      'i',
    ),
    ([item = '']) => ({ action: 'find', item }),
  ],
  [
    new RegExp(
      String.raw`^what(?:'s| is| do (?:i|we) have)?\s*(?:stored |kept )?in(?:side)?\s+${ARTICLE}(?!inventory|home inventory)(.+?)[?.!]*$`,
      'i',
    ),
    ([place = '']) => ({ action: 'list', place }),
  ],
  [/\binventory\b/i, () => ({ action: 'list' })],
];

const argsIn = (message: string): Args | null => {
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(message.trim());
    if (match) return read(match.slice(1));
  }
  return null;
};

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
  fromMessage: argsIn,
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
