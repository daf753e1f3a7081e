import { useEffect, useState } from 'react';
import type { Api } from '../graphql/api.ts';
import { sayError } from '../graphql/errors.ts';
import { type SearchHit, SearchQuery } from './documents.ts';

const PAGE = 20;
/** Somebody who types on is not asked for. */
const PAUSE_MS = 120;
const LONGEST = 200;

type Found = {
  /** What was looked for. */
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** Behind it stand more; null where there are none. */
  readonly next: string | null;
  readonly error: string | null;
};
const nothing: Found = { query: '', hits: [], next: null, error: null };

/** What is found for a query; the last stays until the next is there. */
export const useSearch = (api: Pick<Api, 'request'>, typed: string) => {
  const query = typed.trim().slice(0, LONGEST);
  const [found, setFound] = useState<Found>(nothing);

  useEffect(() => {
    if (query === '') {
      setFound(nothing);
      return;
    }
    const until = new AbortController();
    const ask = async () => {
      try {
        const { search } = await api.request(SearchQuery, { query, first: PAGE }, { signal: until.signal });
        const { edges, pageInfo } = search;
        const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
        setFound({ query, hits: edges.map(({ node }) => node), next, error: null });
      } catch (error) {
        if (!until.signal.aborted) setFound({ ...nothing, query, error: sayError(error) });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      until.abort();
    };
  }, [api, query]);

  const more = async () => {
    if (found.next === null) return;
    const { query: asked, next: after } = found;
    try {
      const { search } = await api.request(SearchQuery, { query: asked, first: PAGE, after });
      const { edges, pageInfo } = search;
      const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      setFound((now) =>
        now.query === asked && now.next === after
          ? { ...now, hits: [...now.hits, ...edges.map(({ node }) => node)], next }
          : now,
      );
    } catch {
      // The entry stays, to be chosen again.
    }
  };
  return { ...found, isSearching: query !== found.query, more };
};
