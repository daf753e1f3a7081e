import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { tools } from '../../../server/tools/index.ts';
import { medical } from '../../../server/tools/medical.ts';
import { news } from '../../../server/tools/news.ts';
import { weather } from '../../../server/tools/weather.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });

describe('the place that a message asks the weather for', () => {
  test.each<[string, string?]>([
    ['is it raining in manchester rn', 'manchester'],
    ["what's it like outside in Denver", 'Denver'],
    ['wether for tomorow in Rome pls', 'Rome'],
    ['hows it looking for the barbecue on saturday, any rain?'],
    ['temp in Helsinki', 'Helsinki'],
    ["Could you tell me how cold it's going to get tonight?"],
    ['thinking of cycling to work tomorrow, is it going to stay dry?'],
    ['Is there a heatwave coming to Madrid', 'Madrid'],
    ['do the kids need wellies this morning'],
    ['wind speed in Cape Town', 'Cape Town'],
    ['7 day forecast Vancouver', 'Vancouver'],
    ['how is the weather in Paris today?', 'Paris'],
    ['London weather', 'London'],
    ["what's the weather like"],
    ['will it rain tomorrow'],
    ['weather in The Hague this weekend', 'The Hague'],
    ['is it going to snow in Little Snoring on Friday', 'Little Snoring'],
    ['do I need an umbrella today'],
  ])('%s', (message, place) => expect(weather.fromMessage(message, context)).toEqual(place ? { place } : {}));

  test.each([
    ...["it's been raining all week and I'm sick of it", 'will I need sunscreen at the coast on Sunday'],
    ...['write a short poem about the sun', 'I hate mondays', 'my boss is cold to me', 'I love hot chocolate'],
  ])('none: %s', (message) => expect(weather.fromMessage(message, context)).toBeNull());
});

describe('the news that a message asks for', () => {
  test.each<[string, string?]>([
    ["what's going on in the world today", 'world'],
    ['any big headlines this morning?'],
    ['give me a quick news roundup'],
    ['what did I miss in the news'],
    ['latest on the economy', 'business'],
    ['tech headlines', 'technology'],
    ['whats new in politics today', 'politics'],
    ['Read me the top stories'],
    ['is there anything major happening right now in world affairs', 'world'],
    ['news pls'],
    ['science news', 'science'],
    ["what's the latest in health news", 'health'],
  ])('%s', (message, topic) => expect(news.fromMessage(message, context)).toEqual(topic ? { topic } : {}));

  test.each([
    ...['the news is so depressing these days', 'I got great news today', 'news about football', 'good news everyone'],
    ...['how was your day', 'write a news article about my cat'],
  ])('none: %s', (message) => expect(news.fromMessage(message, context)).toBeNull());
});

describe('the medicine that a message names', () => {
  test.each([
    ['can i take ibuprofen in the morning', 'ibuprofen'],
    ['What are the side effects of my metformin?', 'metformin'],
    ['max dose of loratadine per day', 'loratadine'],
    ['is it ok to drink alcohol on amoxicillin', 'amoxicillin'],
    ["what's gabapentin for", 'gabapentin'],
    ['My doctor put me on lisinopril, is a dry cough normal?', 'lisinopril'],
    ['does sertraline make you sleepy', 'sertraline'],
    ['can my dog have aspirin', 'aspirin'],
    ['what is in Tylenol', 'Tylenol'],
    ['dosage for a child of paracetamol', 'paracetamol'],
    ['Zoloft side effects', 'Zoloft'],
    ['how long does melatonin take to work', 'melatonin'],
    ['are there any side effects of taking folic acid', 'folic acid'],
    ['my kid has a fever, how much paracetamol', 'paracetamol'],
    ['what happens if I miss a dose of levothyroxine', 'levothyroxine'],
    ['co-codamol dosage', 'co-codamol'],
    ['explain what viagra is for', 'viagra'],
  ])('%s', (message, drug) => expect(medical.fromMessage(message, context)).toEqual({ drug }));

  test.each([
    ...['is my medicine safe in pregnancy', 'what should I take for a headache', 'my medicine cabinet is a mess'],
    ...['can I take it in the evening', 'side effects', 'what is this in my hand', 'how much can I take in a day'],
    ...['should I tell my doctor about my pills', 'what are the side effects of this'],
  ])('none: %s', (message) => expect(medical.fromMessage(message, context)).toBeNull());
});

describe('the label of a medicine', () => {
  const labels = {
    ...context,
    fetch: async (url: URL) =>
      JSON.stringify({
        results: url.href.includes('paracetamol') ? [] : [{ openfda: { brand_name: ['Tylenol'] }, purpose: ['Pain'] }],
      }),
    askModel: async <S extends z.ZodType>(schema: S) => schema.parse({ name: 'acetaminophen' }),
  };

  test('is that of the asked name', async () => {
    const { data, spoken, blocks } = await medical.run({ drug: 'Tylenol' }, labels);
    expect(data).not.toHaveProperty('asked');
    expect(spoken).toMatch(/^Tylenol: Pain/);
    expect(blocks).toMatchObject([{ title: 'Tylenol' }]);
  });

  test("says so where it is another's, which a model thought of", async () => {
    const title = 'No label for "paracetamol"; this is Tylenol, which a model takes for the same';
    const { data, spoken, blocks } = await medical.run({ drug: 'paracetamol' }, labels);
    expect(data).toMatchObject({ asked: 'paracetamol', drug: 'Tylenol' });
    expect(spoken).toContain(`${title}: Pain`);
    expect(blocks).toMatchObject([{ title }]);
  });
});

test.each(['1 ', '1', 'a ', 'how many ', 'in the ', '1,', 'what is ', '"', 'add 1 and '])(
  'reads a message that says "%s" again and again',
  (part) => {
    for (const length of [290, 5_000]) {
      for (const tool of tools) {
        const args = tool.fromMessage(part.repeat(length / part.length), context);
        expect(args === null || tool.parameters.safeParse(args).success).toBe(true);
      }
    }
  },
);
