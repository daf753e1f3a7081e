import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { sayError } from '../graphql/errors.ts';
import { readSteps } from './steps.ts';

type Benchmark<State, Step> = {
  readonly schema: z.ZodType<Step>;
  readonly initial: State;
  readonly evolve: (state: State, step: Step) => State;
};

/** One run after another; leaving the page ends it. Benchmarks are constants. */
export const useBenchmark = <State, Step>({ schema, initial, evolve }: Benchmark<State, Step>) => {
  const [state, setState] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const start = async (path: string) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState(initial);
    setError(null);
    setRunning(true);
    try {
      for await (const step of readSteps(path, schema, signal)) setState((before) => evolve(before, step));
    } catch (thrown) {
      if (!signal.aborted) setError(sayError(thrown));
    }
    setRunning(false);
  };
  return { state, error, isRunning, start: (path: string) => void start(path), stop: () => stop.current.abort() };
};
