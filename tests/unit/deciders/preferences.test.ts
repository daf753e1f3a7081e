import { describe, expect, it } from 'vitest';
import type { UserEvent } from '../../../schema/events/index.ts';
import { noPreferences, type Preferences } from '../../../schema/preferences.ts';
import { optionsOf, styleOf } from '../../../server/generation/style.ts';
import { preferencesDecider } from '../../../server/user/preferences.ts';
import { given } from '../../support/decider-spec.ts';

const preferences = (events: readonly UserEvent[] = []) => given(preferencesDecider, events);
const change = (what: Partial<Preferences>) => ({ type: 'ChangePreferences', change: what }) as const;
const changed = (what: Partial<Preferences>): UserEvent => ({
  type: 'PreferencesChanged',
  data: { ...noPreferences, ...what },
});

describe('preferences', () => {
  it('change what is given and keep the rest', () =>
    preferences([changed({ depth: 'brief' })])
      .when(change({ temperature: 0, language: 'Deutsch' }))
      .thenEvents([changed({ depth: 'brief', temperature: 0, language: 'Deutsch' })]));
  it('go back to the default by null', () =>
    preferences([changed({ temperature: 1 })])
      .when(change({ temperature: null }))
      .thenEvents([changed({})]));
  it('say nothing twice', () => {
    preferences().when(change({})).thenEvents([]);
    preferences()
      .when(change({ theme: 'system', model: null }))
      .thenEvents([]);
    preferences([changed({ theme: 'dark' })])
      .when(change({ theme: 'dark' }))
      .thenEvents([]);
  });
  it('are nobody’s business among a user’s other events', () =>
    preferences([{ type: 'ProjectDeleted', data: { projectId: '0198f9a0-0000-7000-8000-000000000001' } }])
      .when(change({ theme: 'dark' }))
      .thenEvents([changed({ theme: 'dark' })]));
});

describe('what a turn makes of them', () => {
  it('has defaults where nothing is preferred', () => {
    expect(optionsOf(noPreferences)).toEqual({ temperature: 0.7, maxTokens: 2048, contextTokens: 4096 });
    expect(styleOf(noPreferences)).toBe('');
  });
  it('takes what is preferred, a temperature of 0 too', () => {
    const chosen = { ...noPreferences, temperature: 0, maxTokens: 100, ctxLimit: 8_192 };
    expect(optionsOf(chosen)).toEqual({ temperature: 0, maxTokens: 100, contextTokens: 8_192 });
    const style = styleOf({ ...noPreferences, language: 'Deutsch', depth: 'brief', candour: 'blunt' });
    expect(style).toMatch(/Deutsch.*brief.*blunt/);
  });
});
