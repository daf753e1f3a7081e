import mathjs from 'mathjs/lib/browser/math.js';
import { z } from 'zod';
import { defineTool, failed } from './tool.ts';

const math = mathjs.create(mathjs.all ?? {}, { number: 'number' });

/** What people write, and how mathjs spells it, where it would not understand. */
const spellings: Record<string, string> = {
  ...{ miles: 'mile', mi: 'mile', metres: 'm', meters: 'm', metre: 'm', meter: 'm', yards: 'yard', yd: 'yard' },
  ...{ kilometres: 'km', kilometers: 'km', kilometre: 'km', kilometer: 'km', kms: 'km', foot: 'ft', feet: 'ft' },
  ...{ centimetres: 'cm', centimeters: 'cm', millimetres: 'mm', millimeters: 'mm', inches: 'inch', in: 'inch' },
  ...{ 'nautical miles': 'nauticalMile', 'nautical mile': 'nauticalMile', 'light years': 'lightyear' },
  ...{ 'light year': 'lightyear', lightyears: 'lightyear', pounds: 'lb', pound: 'lb', lbs: 'lb', ounces: 'oz' },
  ...{ ounce: 'oz', kilos: 'kg', kilo: 'kg', kilograms: 'kg', kilogram: 'kg', grams: 'g', gram: 'g', grammes: 'g' },
  ...{ stones: 'stone', st: 'stone', tonnes: 'tonne', tons: 'ton', milligrams: 'mg', celsius: 'degC', c: 'degC' },
  ...{ '°c': 'degC', 'degrees celsius': 'degC', 'degree celsius': 'degC', centigrade: 'degC', fahrenheit: 'degF' },
  ...{ f: 'degF', '°f': 'degF', 'degrees fahrenheit': 'degF', 'degree fahrenheit': 'degF', kelvin: 'K', k: 'K' },
  ...{ 'degrees c': 'degC', 'degrees f': 'degF', mph: 'mile/hour', 'miles per hour': 'mile/hour', kph: 'km/hour' },
  ...{ kmh: 'km/hour', 'km/h': 'km/hour', 'kilometers per hour': 'km/hour', 'kilometres per hour': 'km/hour' },
  ...{ 'm/s': 'm/s', 'meters per second': 'm/s', 'metres per second': 'm/s', knots: 'nauticalMile/hour' },
  ...{ knot: 'nauticalMile/hour', litres: 'L', liters: 'L', litre: 'L', liter: 'L', l: 'L', ml: 'mL' },
  ...{ millilitres: 'mL', milliliters: 'mL', gallons: 'gallon', gal: 'gallon', pints: 'pint', quarts: 'quart' },
  ...{ cups: 'cup', tablespoons: 'tablespoon', tbsp: 'tablespoon', teaspoons: 'teaspoon', tsp: 'teaspoon' },
  ...{ 'fluid ounces': 'fluidounce', 'fluid ounce': 'fluidounce', 'fl oz': 'fluidounce', acres: 'acre' },
  ...{ hectares: 'hectare', ha: 'hectare', 'square feet': 'sqft', 'square foot': 'sqft', 'sq ft': 'sqft' },
  ...{ 'square meters': 'm^2', 'square metres': 'm^2', 'square miles': 'sqmile', 'square kilometers': 'km^2' },
  ...{ 'square kilometres': 'km^2', 'm²': 'm^2', 'km²': 'km^2', 'ft²': 'ft^2', 'm³': 'm^3', secs: 's', sec: 's' },
  ...{ seconds: 's', second: 's', minutes: 'minute', mins: 'minute', min: 'minute', hours: 'hour', hrs: 'hour' },
  ...{ hr: 'hour', h: 'hour', days: 'day', weeks: 'week', months: 'month', years: 'year', joules: 'J', kj: 'kJ' },
  ...{ kwh: 'kW hour', 'kilowatt hours': 'kW hour', calories: '4.184 J', cal: '4.184 J', kcal: '4184 J' },
  ...{ watts: 'W', kilowatts: 'kW', kw: 'kW', horsepower: 'hp', bars: 'bar', pascals: 'Pa', atmospheres: 'atm' },
  ...{ bytes: 'byte', bits: 'bit', kb: 'kB', mb: 'MB', gb: 'GB', tb: 'TB', kilobytes: 'kB', megabytes: 'MB' },
  ...{ gigabytes: 'GB', terabytes: 'TB', degrees: 'deg', radians: 'rad' },
};

const spell = (unit: string): string => {
  const plain = unit.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  return spellings[plain.toLowerCase()] ?? plain;
};

const round = (value: number): string => math.format(value, { precision: 8, lowerExp: -9, upperExp: 15 });

/** The amount in the other unit. @throws an Error that says which unit isn't known, or that the two don't fit */
const convert = (amount: number, from: string, to: string): string => {
  const source = spell(from);
  const target = spell(to);
  const scaled = /^([\d.]+) (\w+)$/.exec(target);
  const value = math.unit(`${amount} ${source}`);
  const one = math.unit(scaled ? `1 ${scaled[2]}` : /^[\d.]/.test(target) ? target : `1 ${target}`);
  if (!value.equalBase(one)) throw new Error(`${from} and ${to} measure different things`);
  const number = value.toNumber(scaled?.[2] ?? target);
  return round(scaled ? number / Number(scaled[1]) : number);
};

const AMOUNT = String.raw`(?<![a-z\d.])(-?\d[\d,]*(?:\.\d+)?|an?(?= )|one|half an?)`;
const UNIT = String.raw`([a-zµ°²³][a-zµ°²³/ ^\d]*?)`;
const forwards = new RegExp(
  String.raw`${AMOUNT}\s*${UNIT}\s+(?:to|into|in|as|equals? how many)\s+${UNIT}[\s?.!]*$`,
  'i',
);
const backwards = new RegExp(
  String.raw`how (?:many|much)\s+${UNIT}\s+(?:are (?:there )?in|is|is in|make(?: up)?|in)\s+${AMOUNT}\s*${UNIT}[\s?.!]*$`,
  'i',
);

const amountOf = (text: string): number =>
  /^half/i.test(text) ? 0.5 : /^(an?|one)$/i.test(text) ? 1 : Number(text.replaceAll(',', ''));

/** What a sentence asks to convert; null where it doesn't. */
const conversionIn = (message: string): { amount: number; from: string; to: string } | null => {
  const forward = forwards.exec(message);
  const backward = backwards.exec(message);
  const found = backward
    ? { amount: backward[2] ?? '', from: backward[3] ?? '', to: backward[1] ?? '' }
    : forward && { amount: forward[1] ?? '', from: forward[2] ?? '', to: forward[3] ?? '' };
  if (!found) return null;
  const asked = { amount: amountOf(found.amount), from: found.from.trim(), to: found.to.trim() };
  try {
    convert(asked.amount, asked.from, asked.to);
    return asked;
  } catch {
    return null;
  }
};

export const unitConversion = defineTool({
  id: 'unit_conversion',
  name: 'Unit conversion',
  progress: 'Converting',
  description: 'Converts an amount from one unit to another.',
  rule: 'unit_conversion: the same quantity in another unit (length, weight, temperature, volume, speed, area, data).',
  examples: [
    'convert a measurement from one unit to another',
    'how many of one unit are in another unit',
    'change temperatures between Celsius, Fahrenheit and Kelvin',
    'convert weights such as pounds, ounces and kilograms',
    'convert lengths and distances such as miles, feet, inches and kilometres',
    'convert kitchen volumes such as cups, tablespoons, litres and gallons',
  ],
  parameters: z.object({ amount: z.number(), from: z.string().min(1).max(40), to: z.string().min(1).max(40) }),
  offline: true,
  idempotent: true,
  dataSources: ['mathjs'],
  fromMessage: conversionIn,
  execute({ amount, from, to }) {
    try {
      const result = convert(amount, from, to);
      const input = `${amount} ${from}`;
      return {
        success: true,
        data: { amount, from, to, result },
        spoken: `${input} is ${result} ${to}.`,
        blocks: [{ type: 'value', title: 'Conversion', input, result: `${result} ${to}` }],
      };
    } catch (error) {
      return failed(`this cannot be converted: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
});
