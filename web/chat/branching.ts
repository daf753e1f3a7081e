import { EditMessage, Regenerate, SelectBranch } from '../graphql/branch-documents.ts';
import { type Refusal, refusalOf } from '../graphql/errors.ts';
import { type Core, isRetryable, TRIES } from './core.ts';

/** `load` shows the branch that is active now. */
type Parts = { core: Core; load: () => Promise<void> };

/** Changes of the branch that is shown. Each returns why it was refused; null where it wasn't. */
export const openBranching = ({ core: { deps }, load }: Parts) => {
  const { api, newKey } = deps;
  const ask = async (request: () => Promise<unknown>): Promise<Refusal | null> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await request();
        await load();
        return null;
      } catch (error) {
        if (!isRetryable(error) || attempt + 1 >= TRIES) return refusalOf(error);
      }
      await api.wait(attempt, new AbortController().signal);
    }
  };

  return {
    /** Another answer beside this one. */
    regenerate(messageId: string): Promise<Refusal | null> {
      const key = newKey();
      return ask(() => api.request(Regenerate, { messageId, key }));
    },
    /** Another question beside this one. */
    edit(messageId: string, text: string): Promise<Refusal | null> {
      const key = newKey();
      return ask(() => api.request(EditMessage, { messageId, text, key }));
    },
    /** Shows the branch that goes through this message. */
    select: (messageId: string): Promise<Refusal | null> => ask(() => api.request(SelectBranch, { messageId })),
  };
};
