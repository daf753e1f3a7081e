import { z } from 'zod';

/** A conversation as a file: what was asked and answered, all branches, without who asked. */

const attachment = z.object({ filename: z.string().max(4_096), text: z.string().max(20_000) });
const tokens = z.object({ promptTokens: z.int().min(0), completionTokens: z.int().min(0), estimated: z.boolean() });

const turn = z.object({
  kind: z.enum(['message', 'regeneration', 'edit']),
  /** The message that the question follows; null at the beginning. */
  parentMessageId: z.uuid().nullable(),
  question: z.object({
    id: z.uuid(),
    text: z.string().min(1).max(16_000),
    attachments: z.array(attachment).max(5),
    at: z.iso.datetime(),
  }),
  /** `text` is as far as it came. */
  answer: z.object({
    id: z.uuid(),
    text: z.string(),
    reasoning: z.string(),
    blocks: z.array(z.json()),
    sources: z.array(z.json()),
    at: z.iso.datetime(),
  }),
  end: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('completed'),
      model: z.string().max(200),
      finishReason: z.string().max(100),
      usage: tokens,
    }),
    z.object({
      outcome: z.enum(['failed', 'cancelled']),
      model: z.string().max(200).nullable(),
      reason: z.string().max(1_000),
      usage: tokens.nullable(),
    }),
  ]),
});
export type TransferredTurn = z.infer<typeof turn>;

/** `story` is in the order in which it happened; `selected` is a branch that was chosen. */
export const transferFile = z.object({
  format: z.literal('turnlog.conversation'),
  version: z.literal(1),
  title: z.string().trim().min(1).max(200),
  story: z.array(z.union([turn, z.object({ selected: z.uuid() })])).max(5_000),
});
export type TransferFile = z.infer<typeof transferFile>;
