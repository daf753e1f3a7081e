import type { Log } from '../../server/providers/ollama.ts';
import type { GenerationRequest, Piece } from '../../server/providers/provider.ts';

/** A request that says `content` to `model`. */
export function asking(model: string, content: string): GenerationRequest {
  return {
    model,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content },
    ],
    options: { temperature: 0.7, maxTokens: 2048, contextTokens: 4096 },
  };
}

/** All pieces, and what the stream was ended by, if not by its end. */
export async function gather(pieces: AsyncIterable<Piece>): Promise<{ pieces: Piece[]; error: unknown }> {
  const gathered: Piece[] = [];
  try {
    for await (const piece of pieces) gathered.push(piece);
    return { pieces: gathered, error: undefined };
  } catch (error) {
    return { pieces: gathered, error };
  }
}

export function textOf(pieces: readonly Piece[], kind: 'text' | 'reasoning' = 'text'): string[] {
  return pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : []));
}

/** Keeps what is logged. */
export function recordingLog(): Log & { readonly lines: { level: string; message: string }[] } {
  const lines: { level: string; message: string }[] = [];
  return {
    lines,
    info: (_, message) => void lines.push({ level: 'info', message }),
    warn: (_, message) => void lines.push({ level: 'warn', message }),
  };
}
