import type { Api } from '../graphql/api.ts';
import { EditMessage, Regenerate, SelectBranch } from '../graphql/branch-documents.ts';
import { RequestError, sayError } from '../graphql/errors.ts';

type Deps = {
  api: Pick<Api, 'request' | 'wait'>;
  /** How often a request is sent where nobody answers. */
  tries: number;
  newKey: () => string;
  /** Shows the branch that is active now. */
  load: () => Promise<void>;
};

/** Changes of the branch that is shown. Each returns why it was refused; null where it wasn't. */
export const openBranching = ({ api, tries, newKey, load }: Deps) => {
  const ask = async (request: () => Promise<unknown>): Promise<string | null> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await request();
        await load();
        return null;
      } catch (error) {
        const isRetryable = error instanceof RequestError && error.retryable;
        if (!isRetryable || attempt + 1 >= tries) return sayError(error);
      }
      await api.wait(attempt, new AbortController().signal);
    }
  };

  return {
    /** Another answer beside this one. */
    regenerate(messageId: string): Promise<string | null> {
      const key = newKey();
      return ask(() => api.request(Regenerate, { messageId, key }));
    },
    /** Another question beside this one. */
    edit(messageId: string, text: string): Promise<string | null> {
      const key = newKey();
      return ask(() => api.request(EditMessage, { messageId, text, key }));
    },
    /** Shows the branch that goes through this message. */
    select: (messageId: string): Promise<string | null> => ask(() => api.request(SelectBranch, { messageId })),
  };
};
