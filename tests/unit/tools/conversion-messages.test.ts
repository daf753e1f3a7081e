import { describe, expect, test } from 'vitest';
import { unitConversion } from '../../../server/tools/unit-conversion.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });
const read = (message: string) => unitConversion.fromMessage(message, context);

describe('the conversion that a message asks for', () => {
  test.each<[string, number, string, string]>([
    ['how many feet in a mile', 1, 'mile', 'feet'],
    ['5 miles in km', 5, 'miles', 'km'],
    ['a quarter mile in metres', 0.25, 'mile', 'metres'],
    ['half pound in grams', 0.5, 'pound', 'grams'],
    ['1000 calories in kilojoules', 1000, 'calories', 'kilojoules'],
    ['100f to c', 100, 'f', 'c'],
    ['what is 3 stone in pounds', 3, 'stone', 'pounds'],
    ['convert 2 cups to ml', 2, 'cups', 'ml'],
    ['how many feet is 1.75m', 1.75, 'm', 'feet'],
    ['convert 5 stone 4 to kg', 74, 'pounds', 'kg'],
    ['whats 400F in celsius', 400, 'F', 'celsius'],
    ['How many milliliters are there in a fluid ounce?', 1, 'fluid ounce', 'milliliters'],
    [`I'm 6'2", what is that in cm`, 74, 'inches', 'cm'],
    ['how heavy is 20 pounds in kilos', 20, 'pounds', 'kilos'],
    ['kilometers per hour to mph, 90', 90, 'kilometers per hour', 'mph'],
    ['how many seconds in a week', 1, 'week', 'seconds'],
    ['3.5 gb to mb', 3.5, 'gb', 'mb'],
    ['my oven only shows celsius, the recipe says 375 fahrenheit', 375, 'fahrenheit', 'celsius'],
    ['how tall is 5 foot 11 in cm', 71, 'inches', 'cm'],
    ['5ft 6in to cm', 66, 'inches', 'cm'],
    ['half a mile in metres', 0.5, 'mile', 'metres'],
    ['1/2 cup to ml', 0.5, 'cup', 'ml'],
    ['two and a half miles in km', 2.5, 'miles', 'km'],
    ['three feet in centimetres please', 3, 'feet', 'centimetres'],
    ['Six feet in metres', 6, 'feet', 'metres'],
    ['grams in an ounce', 1, 'ounce', 'grams'],
    ['how many ounces to a pound', 1, 'pound', 'ounces'],
    ['how many cups is 500 ml', 500, 'ml', 'cups'],
    ['5 km = ? miles', 5, 'km', 'miles'],
    ['5 km is how many miles?', 5, 'km', 'miles'],
    ['what is 98.6 degrees fahrenheit in celsius', 98.6, 'degrees fahrenheit', 'celsius'],
    ['20 degrees c to f', 20, 'c', 'f'],
    ['-40 c to f', -40, 'c', 'f'],
    ['1,500 metres in miles', 1500, 'metres', 'miles'],
    ['72 hours in days', 72, 'hours', 'days'],
    ['2 hours 30 minutes in seconds', 150, 'minutes', 'seconds'],
    ['could you convert 10 kg into lbs for me?', 10, 'kg', 'lbs'],
    ['convert from 60 mph to km/h', 60, 'mph', 'km/h'],
    ['what is a kilometre in miles', 1, 'kilometre', 'miles'],
    ['how many tablespoons in a quarter of a cup', 0.25, 'cup', 'tablespoons'],
    ['convert miles to km: 26.2', 26.2, 'miles', 'km'],
    ['how much is a gallon in litres', 1, 'gallon', 'litres'],
  ])('%s', (message, amount, from, to) => expect(read(message)).toEqual({ amount, from, to }));

  test.each([
    ...['250g flour to cups', 'I ran 5 miles in the park', 'we walked a mile in the rain', '3 days in Paris'],
    ...['how many people are in a team', 'convert 5 miles to kg', 'I moved to Canada', 'I have 2 cups in my hand'],
    ...['translate five words into French', 'it was 30 celsius yesterday', '5 feet to parsnips'],
  ])('none: %s', (message) => expect(read(message)).toBeNull());
});
