import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { recipes } from '../../../server/tools/recipes.ts';
import { sports } from '../../../server/tools/sports.ts';
import { tvshows } from '../../../server/tools/tvshows.ts';
import { whereToWatch } from '../../../server/tools/where-to-watch.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });

describe('the dish that a message names', () => {
  test.each([
    ['how do i make carbonara', 'carbonara'],
    ['good recipe for beef stew', 'beef stew'],
    ['what goes into a proper pad thai', 'pad thai'],
    ['something quick for dinner with salmon', 'salmon'],
    ['how long do I roast a chicken and what do I need for it', 'chicken'],
    ['recipie for banana muffins', 'banana muffins'],
    ['teach me how to cook biryani', 'biryani'],
    ['any ideas for a vegan dessert', 'vegan dessert'],
    ['Steps for making sourdough bread', 'sourdough bread'],
    ['can you walk me through making tiramisu', 'tiramisu'],
    ['lasagne recipe please', 'lasagne'],
    ['give me an easy chicken curry recipe', 'chicken curry'],
    ['how to bake a chocolate cake from scratch', 'chocolate cake'],
    ['what can I make with rice?', 'rice'],
    ['ingredients for pancakes', 'pancakes'],
  ])('%s', (message, dish) => expect(recipes.fromMessage(message, context)).toEqual({ dish }));

  test.each([
    ...["I've got eggs, spinach and feta, what can I cook?", 'I love cooking for my friends', 'how do I make friends'],
    ...['how can I make it better', 'how do I make my roommate listen', 'my grandma used to make the best apple pie'],
  ])('none: %s', (message) => expect(recipes.fromMessage(message, context)).toBeNull());
});

describe('the teams that a message names', () => {
  test.each<[string, string, string?]>([
    ['did arsenal win last night', 'arsenal'],
    ['whats the score in the Lakers game', 'Lakers'],
    ['when do the Chiefs play next', 'Chiefs'],
    ['How did the Red Sox do yesterday?', 'Red Sox'],
    ['is there a Man City match this weekend', 'Man City'],
    ['upcoming games for the Toronto Maple Leafs', 'Toronto Maple Leafs'],
    ['celtics score', 'celtics'],
    ['are the Knicks playing tonight', 'Knicks'],
    ["when's the next Liverpool game?", 'Liverpool'],
    ['did the Yankees beat anyone or did the Mets lose', 'Mets'],
    ['Real Madrid results', 'Real Madrid'],
    ['what is the Barcelona score', 'Barcelona'],
    ['did Chelsea win against Spurs yesterday', 'Chelsea', 'Spurs'],
    ['bayern dortmund result', 'bayern dortmund'],
    ['Bayern vs Dortmund', 'Bayern', 'Dortmund'],
    ['score of the Lakers and Celtics game last night', 'Lakers', 'Celtics'],
    ['Arsenal v. Man City result', 'Arsenal', 'Man City'],
    ['did the Yankees beat the Red Sox?', 'Yankees', 'Red Sox'],
    ['who won Real Madrid - Barcelona', 'Real Madrid', 'Barcelona'],
    ['when do the Bears play the Packers', 'Bears', 'Packers'],
    ['final score Chiefs against Eagles', 'Chiefs', 'Eagles'],
  ])('%s', (message, team, opponent) =>
    expect(sports.fromMessage(message, context)).toEqual({ team, ...(opponent && { opponent }) }),
  );

  test.each([
    ...['who won the F1 race', "who's leading the premier league", 'did we beat England in the cricket', 'did I win'],
    ...[
      'my team lost and I am gutted',
      'what are we going to do about aunt Carol',
      'do you play games',
      'credit score',
      'me and my brother',
      'rock and roll',
      'are cats better at sleep and dogs at play',
    ],
  ])('none: %s', (message) => expect(sports.fromMessage(message, context)).toBeNull());
});

describe('the series that a message names', () => {
  test.each([
    ['how many seasons of The Sopranos are there', 'The Sopranos'],
    ['whats Severance about', 'Severance'],
    ['is there gonna be a season 3 of House of the Dragon', 'House of the Dragon'],
    ['When did Lost first air?', 'Lost'],
    ['what genre is Dark the german show', 'Dark'],
    ['give me info on the show Succession', 'Succession'],
    ['did they cancel Mindhunter', 'Mindhunter'],
    ['could you summarise the storyline of Shogun, the tv one', 'Shogun'],
    ['how many episodes in Chernobyl', 'Chernobyl'],
    ['which network made Mad Men', 'Mad Men'],
    ['tell me about the tv series Fleabag', 'Fleabag'],
    ['how many episodes does Friends have', 'Friends'],
    ['was Firefly cancelled?', 'Firefly'],
    ["what's Better Call Saul about", 'Better Call Saul'],
  ])('%s', (message, title) => expect(tvshows.fromMessage(message, context)).toEqual({ title }));

  test.each([
    ['where can I stream Succession', 'Succession'],
    ['is The Office on netflix', 'The Office'],
    ['who has Yellowstone', 'Yellowstone'],
    ["what's Shogun streaming on", 'Shogun'],
    ['which service do I need for Slow Horses', 'Slow Horses'],
    ['can I see Parks and Recreation on Prime?', 'Parks and Recreation'],
    ['where do they show The Great British Bake Off', 'The Great British Bake Off'],
    ['is Andor only on disney plus', 'Andor'],
    ['How can I watch Doctor Who online?', 'Doctor Who'],
    ['what platform is Severance on', 'Severance'],
    ['does netflix have Breaking Bad', 'Breaking Bad'],
    ['what channel is Bluey on', 'Bluey'],
    ['where is Ted Lasso streaming', 'Ted Lasso'],
  ])('%s', (message, title) => expect(whereToWatch.fromMessage(message, context)).toEqual({ title }));

  test.each([
    ...['my boss is driving me crazy', 'write a short poem about the sea', 'I finally finished watching Breaking Bad'],
    ...[
      'what is it about',
      "translate 'where is the train station' into Italian",
      "I'm nervous about my exam tomorrow",
    ],
    ...['is it on tv', "let's role play, you're a detective", 'do you believe in god', 'what are you on about'],
  ])('none: %s', (message) => expect(tvshows.fromMessage(message, context)).toBeNull());
});

describe('a recipe', () => {
  const cookbook = {
    ...context,
    fetch: async (url: URL) =>
      JSON.stringify({
        meals: url.searchParams.get('s') === 'risotto' ? [{ strMeal: 'Risotto', strInstructions: 'Stir.' }] : null,
      }),
    askModel: async <S extends z.ZodType>(schema: S) => schema.parse({ dishes: ['orzotto', 'risotto'] }),
  };

  test('is that of the asked dish', async () => {
    const { data, spoken, blocks } = await recipes.run({ dish: 'risotto' }, cookbook);
    expect(data).not.toHaveProperty('asked');
    expect(spoken).toContain('Here is a recipe for Risotto');
    expect(blocks).toMatchObject([{ title: 'Risotto' }]);
  });

  test("says so where it is another's, which a model thought of", async () => {
    const title = 'No recipe for farrotto is known; here is one for Risotto';
    const { data, spoken, blocks } = await recipes.run({ dish: 'farrotto' }, cookbook);
    expect(data).toMatchObject({ asked: 'farrotto', dish: 'Risotto' });
    expect(spoken).toContain(title);
    expect(blocks).toMatchObject([{ title }]);
  });
});

test.each([
  ['aston villa leeds united', 4],
  ['who on earth would that be', 1],
])('a club that nobody knows is asked for by its parts where they are few: "%s"', async (team, requests) => {
  const asked: string[] = [];
  const fetch = async ({ href }: URL) => {
    asked.push(href);
    return JSON.stringify({ teams: null });
  };
  expect(await sports.run({ team }, { ...context, fetch })).toMatchObject({ success: false });
  expect(asked).toHaveLength(requests);
});
