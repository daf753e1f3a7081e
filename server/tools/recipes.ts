import { z } from 'zod';
import { askJson, askModelOrNull, shorten, webLink } from './ask.ts';
import { plainQuestion } from './plain-question.ts';
import { defineTool, failed, type ToolContext } from './tool.ts';

const INGREDIENTS = 20;
const meal = z
  .object({
    strMeal: z.string(),
    strInstructions: z.string(),
    strMealThumb: webLink.nullish().catch(null),
    strSource: webLink.nullish().catch(null),
  })
  .catchall(z.unknown());
const answer = z.object({ meals: z.array(meal).nullable() });

const ingredientsOf = (row: z.infer<typeof meal>): string[] =>
  Array.from({ length: INGREDIENTS }, (_, index) => {
    const [name, measure] = [row[`strIngredient${index + 1}`], row[`strMeasure${index + 1}`]];
    return [measure, name]
      .map((part) => (typeof part === 'string' ? part.trim() : ''))
      .join(' ')
      .trim();
  }).filter((line) => line !== '');

const COOK =
  '(?:make|cook|bake|prepare|roast|fry|grill|boil|poach|steam|making|cooking|baking|preparing|roasting|frying|grilling)';
const DISH = String.raw`(\p{L}[\p{L}' -]*?)`;
const END = String.raw`(?:,? (?:please|pls|thanks|at home|from scratch|tonight|today|properly|for (?:dinner|lunch|breakfast|tea|supper|me|us|two|tonight|\w+ people))){0,3}(?:,? (?:in (?:the|an?)|and|step) .*)?[\s?.!,]*$`;
const dishes = [
  `\\b(?:reci(?:pe|pie)s?|ingredients|cooking instructions) (?:for|of|with) ${DISH}`,
  `\\bhow (?:do|can|would|should|to|does)(?: (?:i|you|we|one))? ${COOK} ${DISH}`,
  `\\bhow long (?:do|should|does|to)(?: (?:i|you|we|one))? ${COOK} ${DISH}(?: for)?`,
  `\\b(?:steps|instructions|directions) (?:for|to) ${COOK} ${DISH}`,
  `\\b(?:through|teach me|show me|learn)(?: how)?(?: to)? ${COOK} ${DISH}`,
  `\\bwhat(?:'s| is|s)? (?:goes|go|do i need|you need|i need|do you need) (?:into|in|for|to make) ${DISH}`,
  `\\b(?:dinner|lunch|breakfast|dish|meal|something|supper)\\b.* (?:with|using) ${DISH}`,
  `\\bwhat (?:can|could|should) (?:i|we) (?:make|cook|bake|do) (?:with|from|out of|using) ${DISH}`,
  `\\bideas? for ${DISH}`,
  `^(?:(?:i (?:need|want)|find|give|show|got|have you|do you have|looking for|can you|any|another)(?: me| us)? ){0,3}(?:(?:an?|the|some|good|easy|quick|simple|best|great|nice) ){0,3}${DISH} reci(?:pe|pie)s?`,
].map((form) => new RegExp(`${form}${END}`, 'iu'));
/** What is made, or done, without a kitchen. */
const NO_DISH =
  /^(?:it|that|this|them|me|you|him|her|us|friends?|money|sense|sure|time|people|someone|up|love|a (?:website|living|difference|decision|choice)|my|your|his|her|their|what|which)\b|\b(?:website|app|video|code|computer|table|game|better|faster|more|less|happy|laugh)\b/i;

/** The one dish, or ingredient, that a message names; null where it names none or several. */
const dishIn = (message: string): string | null => {
  const text = plainQuestion(message);
  for (const pattern of dishes) {
    const dish = pattern
      .exec(text)?.[1]
      ?.replace(/^(?:(?:an?|some|the|good|proper|real|nice|easy|quick|simple|classic|authentic|homemade) )+/i, '')
      .trim();
    if (dish) return NO_DISH.test(dish) ? null : dish.slice(0, 80);
  }
  return null;
};

const mealOf = async (context: ToolContext, dish: string) => {
  const url = context.sources.url('mealDb', '/api/json/v1/1/search.php', { s: dish });
  return (await askJson(context, url, answer)).meals?.[0] ?? null;
};

const nearSchema = z.object({ dishes: z.array(z.string().min(1).max(80)).max(3) });
/** Of the dishes that a model thinks of for what isn't known by its name, the first that is. */
const mealNear = async (context: ToolContext, dish: string) => {
  const question = `A cookbook has no recipe called ${JSON.stringify(dish)}. Name up to three well-known dishes that come closest to it, by the short names that a cookbook would list.`;
  const near = await askModelOrNull(context, nearSchema, question);
  for (const other of near?.dishes ?? []) {
    const meal = await mealOf(context, other);
    if (meal) return meal;
  }
  return null;
};

export const recipes = defineTool({
  id: 'recipes',
  name: 'Recipes',
  progress: 'Looking for a recipe',
  description: 'Finds a recipe with ingredients and steps.',
  rule: 'recipes: how to cook or bake a dish, what to make of an ingredient.',
  examples: [
    'find a recipe for a dish',
    'how to cook or bake a meal step by step',
    'ingredients that are needed for a dish',
    'ideas for what to make for dinner',
    'cooking instructions for a cake, a soup or a curry',
  ],
  parameters: z.object({ dish: z.string().min(1).max(80) }),
  offline: false,
  idempotent: true,
  dataSources: ['TheMealDB'],
  fromMessage: (message) => {
    const dish = dishIn(message);
    return dish === null ? null : { dish };
  },
  async execute({ dish }, context) {
    const own = await mealOf(context, dish);
    const first = own ?? (await mealNear(context, dish));
    if (!first) return failed(`no recipe is known for "${dish}"`);
    const name = shorten(first.strMeal, 200);
    const instead = `No recipe for ${dish} is known; here is one for ${name}`;
    const ingredients = ingredientsOf(first);
    const steps = first.strInstructions
      .split(/\r?\n+/)
      .map((step) => step.trim())
      .filter((step) => step !== '' && !/^(step )?\d+\.?$/i.test(step));
    const link = first.strSource;
    return {
      success: true,
      data: { ...(!own && { asked: dish }), dish: name, ingredients, steps },
      spoken: `${own ? `Here is a recipe for ${name}` : instead}: it takes ${ingredients.join(', ')}.`,
      blocks: [
        {
          type: 'recipe',
          title: own ? name : shorten(instead, 200),
          ingredients,
          steps,
          ...(first.strMealThumb ? { image: first.strMealThumb } : {}),
          ...(link ? { url: link } : {}),
        },
      ],
      sources: [{ title: `${name} (TheMealDB)`, url: link ?? 'https://www.themealdb.com/' }],
    };
  },
});
