import type { ToolNote } from '../../projections/tool-notes.ts';
import { builder } from './builder.ts';
import { Message } from './messages.ts';

const ToolNoteRef = builder.objectRef<ToolNote>('ToolNote').implement({
  description: 'A tool that gave an answer nothing.',
  fields: (t) => ({
    tool: t.exposeString('tool'),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it failed; null where it was not asked: it needs the network, and offline mode was on.',
    }),
  }),
});

builder.objectField(Message, 'toolNotes', (t) =>
  t.expose('toolNotes', {
    type: [ToolNoteRef],
    description: 'Of an answer: the tools that gave it nothing, in their order.',
  }),
);
