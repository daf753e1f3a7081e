import { useCallback, useEffect, useState } from 'react';
import type { Api } from './api.ts';
import { sayError } from './errors.ts';
import type { Document } from './request.ts';

type Asked<T> = { readonly data: T | null; readonly error: string | null };

/**
 * What the document answers, asked once and again by `reload`. `data` stays while it is asked again, and where that
 * fails; `error` is for showing. Documents are constants; so are variables, or they are memoised.
 */
export const useQuery = <T>(api: Pick<Api, 'request'>, document: Document<T>, variables?: Record<string, unknown>) => {
  const [asked, setAsked] = useState<Asked<T>>({ data: null, error: null });
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const data = await api.request(document, variables, signal ? { signal } : {});
        setAsked({ data, error: null });
      } catch (error) {
        if (!signal?.aborted) setAsked(({ data }) => ({ data, error: sayError(error) }));
      }
    },
    [api, document, variables],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [load]);
  return { ...asked, reload: () => load() };
};
