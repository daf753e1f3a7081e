import type { Page } from 'playwright-core';
import { z } from 'zod';

const traced = z.object({ name: z.string() });

/** Of the browser's own tracing: what the compositor presented while something happened. */
export type Frames = {
  readonly milliseconds: number;
  /** Frames that were drawn, and those that were due and came too late. */
  readonly drawn: number;
  readonly dropped: number;
  /** Frames a second. */
  readonly rate: number;
  /**
   * How long the page's main thread worked for each of them: script, styles, layout and painting. Counted in the thread's
   * own time, so that what else runs on the machine makes no difference.
   */
  readonly workPerFrameMs: number;
};

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Traces the page's frames while `act` runs. */
export const traceFrames = async (page: Page, act: () => Promise<void>): Promise<Frames> => {
  const session = await page.context().newCDPSession(page);
  const names: string[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) names.push(traced.catch({ name: '' }).parse(event).name);
  });
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const all = metrics.parse(await session.send('Performance.getMetrics')).metrics;
    return (all.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'] },
  });
  const before = await worked();
  const from = performance.now();
  await act();
  const milliseconds = performance.now() - from;
  const work = (await worked()) - before;
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const count = (name: string) => names.filter((one) => one === name).length;
  const drawn = count('DrawFrame');
  return {
    milliseconds,
    drawn,
    dropped: count('DroppedFrame'),
    rate: (drawn * 1_000) / milliseconds,
    workPerFrameMs: work / Math.max(1, drawn),
  };
};
