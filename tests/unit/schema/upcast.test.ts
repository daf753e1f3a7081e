import { describe, expect, it } from 'vitest';
import { decodeTurnEvent } from '../../../schema/events/decode.ts';
import { samples } from '../../support/turn-samples.ts';

const decode = (type: string, data: object) => decodeTurnEvent({ type, data, stream: { category: 'turn' } });

describe('an event of an earlier shape', () => {
  it.each([
    ['TurnStarted', { worker: 'w', attempt: 1 }, { lane: 'chat', worker: 'w', attempt: 1 }],
    [
      'TurnRouted',
      { tool: 'weather', tier: '1', score: 0.9, candidates: [], why: 'it asks' },
      { tool: 'weather', path: 'tier1', score: 0.9, why: 'it asks', models: { embedder: 'unknown' } },
    ],
    ['TurnRouted', { tool: null, tier: 'none', score: null, candidates: [], why: '' }, { path: 'conversational' }],
    [
      'ToolReturned',
      { callId: 'c', tool: 'weather', result: { t: 1 }, milliseconds: 3 },
      { result: { t: 1 }, blob: null, spoken: null, directReply: null },
    ],
  ])('%s is read in the shape of today', (type, stored, today) => {
    expect(decode(type, stored)).toMatchObject({ type, data: today });
  });

  it.each(['TurnStarted', 'TurnRouted', 'ToolReturned'] as const)('leaves %s of today as it is', (type) => {
    expect(decode(type, samples[type])).toEqual({ type, data: samples[type] });
  });
});
