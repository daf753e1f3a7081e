import mathjs from 'mathjs/lib/browser/math.js';

const math = mathjs.create(mathjs.all ?? {});

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
  ...{
    hr: 'hour',
    h: 'hour',
    days: 'day',
    weeks: 'week',
    months: 'month',
    years: 'year',
    joules: 'J',
    kj: 'kJ',
    kilojoules: 'kJ',
  },
  ...{
    kwh: 'kW hour',
    'kilowatt hours': 'kW hour',
    calories: '4.184 J',
    cal: '4.184 J',
    kcal: '4184 J',
    kilocalories: '4184 J',
  },
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
export const convert = (amount: number, from: string, to: string): string => {
  const source = spell(from);
  const target = spell(to);
  const scaled = /^([\d.]+) (\w+)$/.exec(target);
  const [, scale = 1, base = source] = /^([\d.]+) (\w+)$/.exec(source) ?? [];
  const value = math.unit(`${amount * Number(scale)} ${base}`);
  const one = math.unit(scaled ? `1 ${scaled[2]}` : /^[\d.]/.test(target) ? target : `1 ${target}`);
  if (!value.equalBase(one)) throw new Error(`${from} and ${to} measure different things`);
  const number = value.toNumber(scaled?.[2] ?? target);
  return round(scaled ? number / Number(scaled[1]) : number);
};
