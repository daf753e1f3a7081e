import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../../../web/audit/documents.ts';
import { gapAfter, reduce, textUntil } from '../../../web/audit/playback.ts';

const begun = { index: 0, isPlaying: false, speed: 1 };
const play = reduce(4);

const event = (revision: number, ms: number, type: string, data = {}): LoggedEvent => ({
  type,
  revision,
  position: String(revision + 10),
  recordedAt: new Date(Date.UTC(2030, 0, 1) + ms).toISOString(),
  data,
});
const events = [
  event(0, 0, 'TurnRequested', { text: 'asked' }),
  event(1, 40, 'TokenGenerated', { text: 'One' }),
  event(2, 1_040, 'TokenGenerated', { text: ' two' }),
  event(3, 1_040, 'TurnCompleted'),
];

describe('a playback', () => {
  it('runs to the last event and stops there', () => {
    let state = play(begun, { type: 'play' });
    const shown = [state.index];
    while (state.isPlaying) {
      state = play(state, { type: 'tick' });
      shown.push(state.index);
    }
    expect(shown).toEqual([0, 1, 2, 3]);
  });

  it('begins again where it had ended, and goes on where it was paused', () => {
    expect(play({ ...begun, index: 3 }, { type: 'play' })).toMatchObject({ index: 0, isPlaying: true });
    const paused = play({ ...begun, index: 2, isPlaying: true }, { type: 'pause' });
    expect(play(paused, { type: 'play' })).toMatchObject({ index: 2, isPlaying: true });
  });

  it('stops at a step, stays within its events, and plays on from where one pointed', () => {
    const playing = { ...begun, isPlaying: true };
    expect(play(playing, { type: 'step', by: -1 })).toMatchObject({ index: 0, isPlaying: false });
    expect(play({ ...playing, index: 3 }, { type: 'step', by: 1 })).toMatchObject({ index: 3, isPlaying: false });
    expect(play(playing, { type: 'seek', index: 9 })).toMatchObject({ index: 3, isPlaying: true });
    expect(reduce(0)(begun, { type: 'step', by: 1 }).index).toBe(0);
  });

  it('pauses between events as the turn did', () => {
    expect(events.map((_, index) => gapAfter(events, index))).toEqual([40, 1_000, 0, 0]);
  });

  it('has the text that was there by then', () => {
    expect(events.map((_, index) => textUntil(events, index))).toEqual(['', 'One', 'One two', 'One two']);
  });
});
