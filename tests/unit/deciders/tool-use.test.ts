import { describe, expect, it } from 'vitest';
import type { UserEvent } from '../../../schema/events/index.ts';
import { isToolAllowed, toolUseDecider } from '../../../server/user/tool-use.ts';
import { given } from '../../support/decider-spec.ts';

const use = (events: readonly UserEvent[] = []) => given(toolUseDecider, events);
const changed = (offline: boolean, ...disabled: string[]): UserEvent => ({
  type: 'ToolUseChanged',
  data: { offline, disabled },
});
const gated = (...denied: string[]): UserEvent => ({ type: 'ToolsGated', data: { denied, by: 'root' } });
const gate = (...denied: string[]) => ({ type: 'GateTools', denied, by: 'root' }) as const;

describe('the use of tools', () => {
  it('changes what is given and keeps the rest', () =>
    use([changed(false, 'jokes')])
      .when({ type: 'ChangeToolUse', change: { offline: true } })
      .thenEvents([changed(true, 'jokes')]));
  it('is told once', () => {
    use()
      .when({ type: 'ChangeToolUse', change: { offline: false, disabled: [] } })
      .thenEvents([]);
    use([gated('news')])
      .when(gate('news'))
      .thenEvents([]);
  });
  it('is gated by an administrator, whatever the user chooses', () => {
    use([changed(false, 'jokes')])
      .when(gate('news'))
      .thenEvents([gated('news')]);
    const state = [changed(false), gated('news'), changed(true, 'jokes')].reduce(
      toolUseDecider.evolve,
      toolUseDecider.initial,
    );
    expect(['news', 'jokes', 'weather'].map((id) => isToolAllowed(state, id))).toEqual([false, false, true]);
  });
  it('is free again once nothing is gated', () =>
    use([gated('news'), gated()])
      .when(gate('sports'))
      .thenEvents([gated('sports')]));
});
