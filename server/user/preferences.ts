import type { UserEvent } from '../../schema/events/index.ts';
import { noPreferences, type Preferences, preferences } from '../../schema/preferences.ts';

/** What isn't given stays as it is. */
export type PreferencesCommand = {
  readonly type: 'ChangePreferences';
  readonly change: { readonly [K in keyof Preferences]?: Preferences[K] | undefined };
};

const preferenceNames = preferences.keyof().options;

const evolve = (state: Preferences, event: UserEvent): Preferences =>
  event.type === 'PreferencesChanged' ? event.data : state;

const decide = ({ change }: PreferencesCommand, state: Preferences): UserEvent[] => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const next: Preferences = { ...state, ...given };
  const differs = preferenceNames.some((name) => next[name] !== state[name]);
  return differs ? [{ type: 'PreferencesChanged', data: next }] : [];
};

export const preferencesDecider = { initial: noPreferences, evolve, decide } as const;
