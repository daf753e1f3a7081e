import { z } from 'zod';
import { decodeUserEvent } from '../../schema/events/decode.ts';
import { noPreferences, preferences } from '../../schema/preferences.ts';
import { userStream } from '../../schema/streams.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { storableText } from '../generation/storable-text.ts';
import { preferencesDecider } from '../user/preferences.ts';
import { parseInput } from './input.ts';

const { depth, candour, theme } = preferences.shape;

/** One line that can't pass for an instruction of its own: a language's name is letters and a few signs. */
const language = z
  .string()
  .transform((text) => storableText(text).trim())
  .pipe(z.string().regex(/^[\p{L}\p{M}\p{N} ()'’.-]{1,60}$/u, 'the name of a language, at most 60 characters'));

/** Null goes back to the default. */
const preferencesInput = preferences.partial().extend({
  language: language.nullish(),
  depth: depth.nullish().transform((given) => (given === null ? noPreferences.depth : given)),
  candour: candour.nullish().transform((given) => (given === null ? noPreferences.candour : given)),
  theme: theme.nullish().transform((given) => (given === null ? noPreferences.theme : given)),
});

type PreferencesDeps = {
  store: EventStore;
  newId: () => string;
  /** @throws TurnlogError VALIDATION for a model that nobody offers */
  checkModel: (model: string) => Promise<unknown>;
};

export const preferencesCommands = ({ store, newId, checkModel }: PreferencesDeps) => ({
  /** What isn't given stays; null goes back to the default. @throws TurnlogError VALIDATION */
  async change(userId: string, input: unknown): Promise<void> {
    const change = parseInput(preferencesInput, input);
    if (change.model) await checkModel(change.model);
    await handleCommand(
      store,
      userStream(userId),
      { type: 'ChangePreferences', change },
      { decider: preferencesDecider, decode: decodeUserEvent, ids: () => newId(), owner: { userId } },
    );
  },
});

export type PreferencesCommands = ReturnType<typeof preferencesCommands>;
