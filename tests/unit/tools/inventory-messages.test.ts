import { describe, expect, test } from 'vitest';
import { homeInventory } from '../../../server/tools/home-inventory.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });
const read = (message: string) => homeInventory.fromMessage(message, context);

describe('what a message asks of the things at home', () => {
  test.each<[string, object]>([
    [
      'note that the spare keys are in the kitchen cupboard',
      { action: 'add', item: 'spare keys', place: 'kitchen cupboard' },
    ],
    ['my drill is in the garage', { action: 'add', item: 'drill', place: 'garage' }],
    ['I moved the hammer to the garage', { action: 'add', item: 'hammer', place: 'garage' }],
    ['move the tent from the attic to the shed', { action: 'add', item: 'tent', place: 'shed' }],
    ['where did I put the spare keys', { action: 'find', item: 'spare keys' }],
    [
      'add 3 rolls of duct tape to the garage shelf',
      { action: 'add', item: 'rolls of duct tape', place: 'garage shelf', quantity: 3 },
    ],
    ['do I have any AA batteries left', { action: 'find', item: 'AA batteries' }],
    ['whats in the blue box in the attic', { action: 'list', place: 'blue box in the attic' }],
    [
      'remember the passports are in the top drawer of my desk',
      { action: 'add', item: 'passports', place: 'top drawer of my desk' },
    ],
    ['remove the broken kettle from my stuff', { action: 'remove', item: 'broken kettle' }],
    ['how many tins of tomatoes are in the pantry', { action: 'find', item: 'tins of tomatoes' }],
    [
      'I just stored the winter coats in the basement closet',
      { action: 'add', item: 'winter coats', place: 'basement closet' },
    ],
    ['show me everything in the shed', { action: 'list', place: 'shed' }],
    ['any idea where my drill ended up', { action: 'find', item: 'drill' }],
    ['we used the last lightbulb, take it off the list', { action: 'remove', item: 'lightbulb' }],
    ['add a torch to my inventory', { action: 'add', item: 'torch' }],
    ['add 3 batteries to the garage', { action: 'add', item: 'batteries', place: 'garage', quantity: 3 }],
    ['where are the batteries?', { action: 'find', item: 'batteries' }],
    ['where is my drill', { action: 'find', item: 'drill' }],
    ['how many batteries do we have', { action: 'find', item: 'batteries' }],
    ['do we still have candles?', { action: 'find', item: 'candles' }],
    ['what do I have in the freezer', { action: 'list', place: 'freezer' }],
    ['delete the old lamp', { action: 'remove', item: 'old lamp' }],
    ['take the tent out of the inventory', { action: 'remove', item: 'tent' }],
    ['could you put the ladder in the shed please', { action: 'add', item: 'ladder', place: 'shed' }],
    ['show my inventory', { action: 'list' }],
  ])('%s', (message, args) => expect(read(message)).toEqual(args));

  test.each([
    ...['I moved to Berlin', 'we moved from the city to the country'],
    ...['put yourself in my shoes', 'add that to it', 'I left the lights on all night, oops', 'find me a hotel'],
    ...['I cleaned out the whole garage today, so satisfying', 'do we have time', 'I put a lot of work in'],
    ...['my printer is being a pain again', 'take it easy', 'what is in it'],
  ])('none: %s', (message) => expect(read(message)).toBeNull());
});
