import { z } from 'zod';
import { askJson, restAfter, shorten, webLink } from './ask.ts';
import { defineTool, failed } from './tool.ts';

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
    const lead =
      /\b(?:recipes?|instructions|ingredients) (?:for|of)|how (?:do i|do you|to|can i) (?:make|cook|bake|prepare)|(?:cook|bake|make) me\b/i;
    const dish = restAfter(message, lead)?.replace(/^(?:an?|some|the)\s+/i, '');
    const named =
      dish ?? /\b([\p{L}' -]+?)\s+recipes?\b/iu.exec(message)?.[1]?.replace(/^.*\b(?:an?|the|me|some|good)\s+/i, '');
    return named ? { dish: named.slice(0, 80) } : null;
  },
  async execute({ dish }, context) {
    const url = context.sources.url('mealDb', '/api/json/v1/1/search.php', { s: dish });
    const { meals } = await askJson(context, url, answer);
    const first = meals?.[0];
    if (!first) return failed(`no recipe is known for "${dish}"`);
    const title = shorten(first.strMeal, 200);
    const ingredients = ingredientsOf(first);
    const steps = first.strInstructions
      .split(/\r?\n+/)
      .map((step) => step.trim())
      .filter((step) => step !== '' && !/^(step )?\d+\.?$/i.test(step));
    const link = first.strSource;
    return {
      success: true,
      data: { dish: title, ingredients, steps },
      spoken: `Here is a recipe for ${title}: it takes ${ingredients.join(', ')}.`,
      blocks: [
        {
          type: 'recipe',
          title,
          ingredients,
          steps,
          ...(first.strMealThumb ? { image: first.strMealThumb } : {}),
          ...(link ? { url: link } : {}),
        },
      ],
      sources: [{ title: `${title} (TheMealDB)`, url: link ?? 'https://www.themealdb.com/' }],
    };
  },
});
