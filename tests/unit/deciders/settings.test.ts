import { describe, it } from 'vitest';
import type { SettingsEvent } from '../../../schema/events/index.ts';
import { type SettingsCommand, settingsDecider } from '../../../server/settings/decider.ts';
import { given } from '../../support/decider-spec.ts';

const settings = (events: readonly SettingsEvent[] = []) => given(settingsDecider, events);
const change = (what: SettingsCommand['change']): SettingsCommand => ({
  type: 'ChangeSettings',
  by: 'root',
  change: what,
});

const four = { mode: 'fixed', limit: 4 } as const;
const chatFour: SettingsEvent = { type: 'LaneLimitChanged', data: { lane: 'chat', limit: four, by: 'root' } };
const model: SettingsEvent = { type: 'DefaultModelChanged', data: { model: 'llama', by: 'root' } };
const router: SettingsEvent = { type: 'RouterModelChanged', data: { model: 'granite', by: 'root' } };
const off: SettingsEvent = { type: 'SignUpChanged', data: { signUp: 'off', by: 'root' } };

describe('the settings', () => {
  it('change as they are asked to, an event each', () =>
    settings()
      .when(change({ lanes: { chat: four }, defaultModel: 'llama', routerModel: 'granite', signUp: 'off' }))
      .thenEvents([chatFour, model, router, off]));
  it('say nothing twice, however the limit is written', () =>
    settings([chatFour, model, router, off])
      .when(
        change({
          lanes: { chat: { limit: 4, mode: 'fixed' } },
          defaultModel: 'llama',
          routerModel: 'granite',
          signUp: 'off',
        }),
      )
      .thenEvents([]));
  it('stay where nothing is given', () => settings([chatFour, model, router, off]).when(change({})).thenEvents([]));
  it('go back to the environment by null, once', () => {
    const back = change({ lanes: { chat: null, image: null }, defaultModel: null, routerModel: null, signUp: null });
    const events: SettingsEvent[] = [
      { type: 'LaneLimitChanged', data: { lane: 'chat', limit: null, by: 'root' } },
      { type: 'DefaultModelChanged', data: { model: null, by: 'root' } },
      { type: 'RouterModelChanged', data: { model: null, by: 'root' } },
      { type: 'SignUpChanged', data: { signUp: null, by: 'root' } },
    ];
    settings([chatFour, model, router, off]).when(back).thenEvents(events);
    settings([chatFour, model, router, off, ...events])
      .when(back)
      .thenEvents([]);
  });
});
