import { ChefHat } from 'lucide-react';
import type { BlockProps } from './block.ts';
import { Card, hostOf, Outward } from './card.tsx';
import { Picture } from './picture.tsx';

/* biome-ignore-start lint/suspicious/noArrayIndexKey: what stands in a recipe stays in its place */
export const Recipe = ({ block: { title, ingredients, steps, image, url } }: BlockProps<'recipe'>) => (
  <Card title={title} icon={ChefHat}>
    <div className="grid gap-x-8 gap-y-4 pt-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <ul aria-label="Ingredients" className="h-fit divide-y divide-line text-sm">
        {ingredients.map((ingredient, index) => (
          <li key={index} className="py-1.5 first:pt-0">
            {ingredient}
          </li>
        ))}
      </ul>
      <ol aria-label="Steps" className="list-decimal space-y-2 pl-5 font-serif text-[1.05rem] marker:text-soft">
        {steps.map((step, index) => (
          <li key={index} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
    </div>
    {(url || image) && (
      <div className="mt-4 flex flex-wrap gap-x-4 border-t border-line pt-3 text-sm">
        {url && <Outward href={url}>The recipe at {hostOf(url)}</Outward>}
        {image && <Picture url={image} alt={`A picture of ${title}`} />}
      </div>
    )}
  </Card>
);
/* biome-ignore-end lint/suspicious/noArrayIndexKey: what stands in a recipe stays in its place */
