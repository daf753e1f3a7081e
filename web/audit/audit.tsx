import { useSearchParams } from 'wouter';
import type { PageProps } from '../page-props.ts';
import { TurnList } from './turn-list.tsx';
import { TurnView } from './turn-view.tsx';

/** Everybody's turns, or the one that the address names (`?turn=`). */
export const Audit = ({ api }: PageProps) => {
  const [search] = useSearchParams();
  const turnId = search.get('turn');
  return turnId ? <TurnView key={turnId} api={api} turnId={turnId} /> : <TurnList api={api} />;
};
