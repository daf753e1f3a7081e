import { describe, expect, test } from 'vitest';
import { holidays } from '../../../server/tools/holidays.ts';
import { jokes } from '../../../server/tools/jokes.ts';
import { moonphase } from '../../../server/tools/moonphase.ts';
import { toolContext } from '../../support/tool-context.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z'), timeZone: 'Europe/Berlin' };

describe('the moon of a day', () => {
  const told = async (date: string, timeZone: string) => {
    const { blocks = [] } = await moonphase.run(
      { date },
      { ...toolContext({ urls: {}, keys: {} }), ...clock, timeZone },
    );
    return blocks.flatMap((block) =>
      block.type === 'moon_phase' ? [block.phase, block.next[0]?.at.slice(0, 13)] : [],
    );
  };
  // Full on 3 March 2026 at 11:38, new on 19 March at 01:23, both UTC.
  test.each([
    ['2026-03-02', 'UTC', 'Waxing gibbous', '2026-03-03T11'],
    ['2026-03-03', 'UTC', 'Full moon', '2026-03-03T11'],
    ['2026-03-04', 'UTC', 'Waning gibbous', '2026-03-11T09'],
    ['2026-03-18', 'UTC', 'Waning crescent', '2026-03-19T01'],
    ['2026-03-19', 'UTC', 'New moon', '2026-03-19T01'],
    ['2026-03-18', 'America/New_York', 'New moon', '2026-03-19T01'],
    ['2026-03-19', 'America/New_York', 'Waxing crescent', '2026-03-25T19'],
    ['2026-03-20', 'UTC', 'Waxing crescent', '2026-03-25T19'],
  ])('%s in %s: %s', async (date, timeZone, phase, next) => expect(await told(date, timeZone)).toEqual([phase, next]));
});

describe('the moon that a message asks for', () => {
  test.each<[string, string?, string?]>([
    ["when's the next full moon"],
    ['what is the moon doing tonight', '2026-03-10'],
    ['is the moon full today', '2026-03-10'],
    ['current lunar phase'],
    ['will there be a new moon tomorrow', '2026-03-11', 'new'],
    ['is the moon waning at the moment'],
    ['how much of the moon is lit up right now', '2026-03-10'],
    ['What was the moon phase on 21 July 1969?', '1969-07-21'],
    ['moon tonight?', '2026-03-10'],
    ["tell me about tonight's moon", '2026-03-10'],
    ['which day is the full moon in march', '2026-03-01'],
    ['phase of the moon on Christmas', '2026-12-25'],
    ['next new moon', '', 'new'],
    ['when is the first quarter moon', '', 'first'],
    ['What phase is the moon in tonight?', '2026-03-10'],
  ])('%s', (message, date, next) =>
    expect(moonphase.fromMessage(message, clock)).toEqual({ ...(date && { date }), ...(next && { next }) }),
  );

  test.each([
    ...['what a beautiful moon last night, it made me think of my grandmother', 'how far is it to the moon'],
    ...['who was first in the moon landing', 'I love you to the moon and back', 'what is the moon made of'],
    ...['write a poem about the full moon', 'we danced under a full moon', 'happy honeymoon'],
  ])('none: %s', (message) => expect(moonphase.fromMessage(message, clock)).toBeNull());
});

describe('the holidays that a message asks for', () => {
  test.each<[string, object]>([
    ['when is easter next year', { name: 'easter', year: 2027 }],
    ['when is easter 2027', { name: 'easter', year: 2027 }],
    ['is next monday a bank holiday', { date: '2026-03-16' }],
    ['is monday a bank holiday in england', { country: 'england', date: '2026-03-16' }],
    ['next public holiday in france', { country: 'france' }],
    ['public holidays in Spain 2027', { country: 'Spain', year: 2027 }],
    ['whens the next day off in Ireland', { country: 'Ireland' }],
    ['What date is Thanksgiving this year?', { name: 'Thanksgiving', year: 2026 }],
    ['list all federal holidays', {}],
    ['is there a holiday on monday', {}],
    ['do they have a holiday in Germany on October 3rd', { country: 'Germany' }],
    ['is boxing day a public holiday in australia', { country: 'australia', name: 'boxing day' }],
    ['when does Ramadan start', { name: 'Ramadan' }],
    ['any bank holidays coming up in may', {}],
    ['when is mothers day in the UK', { country: 'UK', name: "Mother's Day" }],
    ["when's new year's day", { name: 'New Year' }],
    ['bank holidays 2026', { year: 2026 }],
    ['how many public holidays are there in south korea', { country: 'south korea' }],
    ['When is Easter in Germany?', { country: 'Germany', name: 'Easter' }],
    ['how many public holidays does Germany have', { country: 'Germany' }],
    ["what are Spain's public holidays", { country: 'Spain' }],
    ['holidays in Brazil', { country: 'Brazil' }],
    ['is tomorrow a public holiday', { date: '2026-03-11' }],
    ['is April 6 a holiday in Italy', { country: 'Italy', date: '2026-04-06' }],
    ['Canada bank holidays', { country: 'Canada' }],
    ['when is labour day in new zealand next year', { country: 'new zealand', name: 'labour day', year: 2027 }],
  ])('%s', (message, args) => expect(holidays.fromMessage(message, clock)).toEqual(args));

  test.each([
    ...['I just got back from holiday and I miss it already', 'when is my birthday', 'when does the film start'],
    ...['any holiday ideas for two', 'happy easter', 'we are going on holiday in May', 'Christmas makes me sad'],
  ])('none: %s', (message) => expect(holidays.fromMessage(message, clock)).toBeNull());
});

describe('what the calendar tells', () => {
  const tell = async (message: string) =>
    (await holidays.run(holidays.fromMessage(message, clock), { ...toolContext({ urls: {}, keys: {} }), ...clock }))
      .spoken;

  test.each([
    ['is April 6 a holiday', 'is Easter Monday in Germany, a public holiday.'],
    ['is tomorrow a public holiday?', 'is no holiday in Germany.'],
    ['is December 26 a holiday in the UK', 'is Boxing Day in United Kingdom, a public holiday.'],
    // Not kept in Germany.
    ['when is Labor Day in the US', 'in United States is on'],
    ['when is hanukkah', 'in Israel is on'],
    ["when's diwali", 'Deepavali in Singapore is on'],
    ['bank holidays in England this year', 'United Kingdom has 8 holidays in 2026: New Year'],
  ])('%s', async (message, said) => expect(await tell(message)).toContain(said));

  test('of a holiday that nobody keeps is nothing', async () =>
    expect(
      await holidays.run({ name: 'constructor' }, { ...toolContext({ urls: {}, keys: {} }), ...clock }),
    ).toMatchObject({ success: false, error: 'Germany has no holiday called "constructor"' }));
});

describe('the joke that a message asks for', () => {
  test.each<[string, string?]>([
    ['got a joke for me?'],
    ['i could use a good laugh right now'],
    ['tell me the funniest joke you know'],
    ['do a knock knock joke', 'knock-knock'],
    ['hit me with a pun'],
    ['got any good ones about lawyers?', 'lawyers'],
    ['Please tell my daughter a joke about dinosaurs', 'dinosaurs'],
    ['say something to make me giggle'],
    ['another one, funnier this time'],
    ['give us a dad joke mate'],
    ['a joke about computers please', 'computers'],
    ['tell me an animal joke', 'animals'],
    ['make me laugh'],
    ['tell me something funny'],
    ['know any science jokes?', 'science'],
    ['cheer me up'],
    ['joke please'],
    ['one-liner please'],
    ['tell me a joke about a cow', 'cow'],
  ])('%s', (message, topic) => expect(jokes.fromMessage(message, clock)).toEqual(topic ? { topic } : {}));

  test.each([
    ...['that joke was awful lol', 'haha good one', 'I told a joke at work', 'you have a sense of humour'],
    ...['explain the joke', 'no joke, I did it', 'it was a funny film'],
  ])('none: %s', (message) => expect(jokes.fromMessage(message, clock)).toBeNull());
});
