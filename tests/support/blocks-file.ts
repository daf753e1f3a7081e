import type { TransferFile } from '../../schema/transfer.ts';
import { blockSamples } from './block-samples.ts';

const at = '2030-01-01T00:00:00.000Z';

/** A conversation whose answer holds every block, one that nobody knows, and sources. */
export const blocksFile: TransferFile = {
  format: 'turnlog.conversation',
  version: 1,
  title: 'All that tools can show',
  story: [
    {
      kind: 'message',
      parentMessageId: null,
      question: { id: '0198f9a0-0000-7000-8000-000000000031', text: 'What can you show me?', attachments: [], at },
      answer: {
        id: '0198f9a0-0000-7000-8000-000000000032',
        text: 'The tide rises twice a day [1], as was known early [2]. In code it is `rows[1]`; nobody said so [9].',
        reasoning: '',
        blocks: [
          ...Object.values(blockSamples).map((block) => JSON.parse(JSON.stringify(block))),
          { type: 'hologram', title: 'Depth', layers: [{ thickness: 2, of: { glass: true } }, 3], none: null },
        ],
        sources: [
          {
            title: 'Tide',
            url: 'https://en.wikipedia.org/wiki/Tide',
            snippet: 'Tides are the rise and fall of sea levels.',
          },
          { title: 'An old book' },
        ],
        at,
      },
      end: {
        outcome: 'completed',
        model: 'scripted',
        finishReason: 'stop',
        usage: { promptTokens: 3, completionTokens: 20, estimated: true },
      },
    },
  ],
};
