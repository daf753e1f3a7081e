import type { Block } from '../../schema/blocks.ts';

export type Blocks = { readonly [T in Block['type']]: Extract<Block, { type: T }> };

/** The block of a type, as its view is given it. */
export type BlockProps<T extends keyof Blocks> = { block: Blocks[T] };
