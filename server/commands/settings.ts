import { z } from 'zod';
import { decodeSettingsEvent } from '../../schema/events/decode.ts';
import { laneLimit, signUp } from '../../schema/events/settings.ts';
import { settingsStream } from '../../schema/streams.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { type SettingsState, settingsDecider } from '../settings/decider.ts';
import { parseInput } from './input.ts';

const limit = laneLimit
  .refine((given) => given.mode !== 'adaptive' || given.min <= given.max, 'min is at most max')
  .nullish();

const settingsInput = z.object({
  lanes: z.object({ chat: limit, image: limit, vision: limit }).optional(),
  defaultModel: z.string().max(200).nullish(),
  routerModel: z.string().max(200).nullish(),
  signUp: signUp.nullish(),
});

type SettingsDeps = {
  store: EventStore;
  newId: () => string;
  /** @throws TurnlogError VALIDATION for a model that nobody offers */
  checkModel: (model: string) => Promise<unknown>;
};

/** What is set, from the stream. */
export const readSettings = async (store: EventStore): Promise<SettingsState> => {
  let state: SettingsState = settingsDecider.initial;
  for await (const recorded of store.readStream(settingsStream)) {
    const event = decodeSettingsEvent(recorded);
    if (event) state = settingsDecider.evolve(state, event);
  }
  return state;
};

export const settingsCommands = ({ store, newId, checkModel }: SettingsDeps) => ({
  read: () => readSettings(store),

  /** What isn't given stays; null goes back to what the environment says. @throws TurnlogError VALIDATION */
  async change(by: string, input: unknown): Promise<void> {
    const change = parseInput(settingsInput, input);
    for (const model of [change.defaultModel, change.routerModel]) if (model) await checkModel(model);
    await handleCommand(
      store,
      settingsStream,
      { type: 'ChangeSettings', by, change },
      {
        decider: settingsDecider,
        decode: decodeSettingsEvent,
        ids: () => newId(),
      },
    );
  },
});

export type SettingsCommands = ReturnType<typeof settingsCommands>;
