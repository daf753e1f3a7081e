import { Blocks } from '../blocks/blocks.tsx';
import type { Source, ToolNote } from '../graphql/shapes.ts';
import { Markdown } from './markdown.tsx';
import { Sources } from './sources.tsx';
import { Thinking } from './thinking.tsx';
import { ToolNotes } from './tool-notes.tsx';

type Props = {
  reasoning: string;
  /** It has not ended, and this part of it is being written. */
  isWriting: false | 'reasoning' | 'text';
  blocks: readonly unknown[];
  toolNotes: readonly ToolNote[];
  text: string;
  sources: readonly Source[];
};

/** What an answer holds, in its order: live and stored alike. */
export const AnswerBody = ({ reasoning, isWriting, blocks, toolNotes, text, sources }: Props) => (
  <>
    <Thinking text={reasoning} isWriting={isWriting === 'reasoning'} />
    <Blocks blocks={blocks} />
    <ToolNotes notes={toolNotes} />
    {text !== '' && <Markdown text={text} isWriting={isWriting !== false} sources={sources} />}
    <Sources sources={sources} />
  </>
);
