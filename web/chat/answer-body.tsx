import { Blocks } from '../blocks/blocks.tsx';
import type { Source } from '../graphql/shapes.ts';
import { Markdown } from './markdown.tsx';
import { Sources } from './sources.tsx';
import { Thinking } from './thinking.tsx';

type Props = {
  reasoning: string;
  /** It has not ended, and this part of it is being written. */
  isWriting: false | 'reasoning' | 'text';
  blocks: readonly unknown[];
  text: string;
  sources: readonly Source[];
};

/** What an answer holds, in its order: live and stored alike. */
export const AnswerBody = ({ reasoning, isWriting, blocks, text, sources }: Props) => (
  <>
    <Thinking text={reasoning} isWriting={isWriting === 'reasoning'} />
    <Blocks blocks={blocks} />
    {text !== '' && <Markdown text={text} isWriting={isWriting !== false} sources={sources} />}
    <Sources sources={sources} />
  </>
);
