import { type ComponentType, createElement } from 'react';
import { readBlock } from '../../schema/blocks.ts';
import type { BlockProps, Blocks } from './block.ts';
import { Definition } from './definition.tsx';
import { Image } from './image.tsx';
import { JsonTree } from './json-tree.tsx';
import { List } from './list.tsx';
import { MapLink } from './map-link.tsx';
import { MoonPhase } from './moon-phase.tsx';
import { Recipe } from './recipe.tsx';
import { Score } from './score.tsx';
import { SearchResults } from './search-results.tsx';
import { Table } from './table.tsx';
import { Text } from './text.tsx';
import { Value } from './value.tsx';
import { Weather } from './weather.tsx';

type Views = { readonly [T in keyof Blocks]: ComponentType<BlockProps<T>> };

/** Every block's view. A new one is a file and a line here. */
const views: Views = {
  value: Value,
  text: Text,
  list: List,
  table: Table,
  weather: Weather,
  search_results: SearchResults,
  definition: Definition,
  recipe: Recipe,
  image: Image,
  map_link: MapLink,
  moon_phase: MoonPhase,
  score: Score,
};

const viewOf = <T extends keyof Blocks>(type: T, block: Blocks[T]) =>
  createElement<BlockProps<T>>(views[type], { block });

const BlockView = ({ recorded }: { recorded: unknown }) => {
  const { block, title, json } = readBlock(recorded);
  return block ? viewOf(block.type, block) : <JsonTree title={title} json={json} />;
};

/** In a chunk of its own, which is loaded with the first block. */
export default function Shown({ blocks }: { blocks: readonly unknown[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a block's place is its name
  return blocks.map((recorded, index) => <BlockView key={index} recorded={recorded} />);
}
