import * as z from 'zod/mini';

const imported = z.object({ conversationId: z.string() });
const refused = z.object({ error: z.string() });

/**
 * Brings a file that was exported as JSON. The same key never brings it twice. Returns the new conversation's id.
 * @throws Error whose message may be shown
 */
export const importConversation = async (file: Blob, key: string): Promise<string> => {
  const response = await fetch('/api/conversations/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: file,
  }).catch(() => null);
  if (!response) throw new Error('The server cannot be reached.');
  const answer: unknown = await response.json().catch(() => null);
  const done = imported.safeParse(answer);
  if (response.ok && done.success) return done.data.conversationId;
  if (response.status === 413) throw new Error('That file is larger than the server takes.');
  const why = refused.safeParse(answer);
  throw new Error(
    response.status === 400 && why.success
      ? `That is not a conversation that was exported here (${why.data.error.slice(0, 200)}).`
      : 'The file could not be imported.',
  );
};
