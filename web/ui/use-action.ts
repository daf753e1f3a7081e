import { useState } from 'react';
import { sayError } from '../graphql/errors.ts';

/** Does one thing at a time. `error` says what went wrong with the last, until the next begins. */
export const useAction = () => {
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null });
  /** Whether it was done. */
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setState({ isBusy: true, error: null });
    try {
      await action();
      setState({ isBusy: false, error: null });
      return true;
    } catch (error) {
      setState({ isBusy: false, error: sayError(error) });
      return false;
    }
  };
  return { ...state, run };
};
