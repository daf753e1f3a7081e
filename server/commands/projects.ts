import { z } from 'zod';
import { decodeUserEvent } from '../../schema/events/decode.ts';
import { projectColours } from '../../schema/events/user.ts';
import { userStream } from '../../schema/streams.ts';
import { TurnlogError } from '../errors.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { storableText } from '../generation/storable-text.ts';
import { type ProjectCommand, projectsDecider } from '../user/projects.ts';
import { parseInput } from './input.ts';

const text = (max: number) => z.string().max(max).transform(storableText);

const name = text(100)
  .transform((given) => given.trim())
  .pipe(z.string().min(1));
const colour = z.enum(projectColours);
const instructions = text(8_000).transform((given) => given.trim());

/** Sizes in UTF-16 units. */
const projectInput = z.object({ name, colour: colour.default('grey'), instructions: instructions.default('') });
const projectChange = z.object({
  name: name.optional(),
  colour: colour.optional(),
  instructions: instructions.optional(),
});

type Owned = { userId: string; projectId: string };

const notFound = () => new TurnlogError('NOT_FOUND', 'not found');
const isId = (id: string) => z.uuid().safeParse(id).success;

/** A user's projects, decided from the user's own stream. A malformed id is a missing one. */
export const projectCommands = ({ store, newId }: { store: EventStore; newId: () => string }) => {
  const handle = async (userId: string, command: ProjectCommand) => {
    if (!isId(command.projectId)) throw notFound();
    const projectId = command.projectId.toLowerCase();
    await handleCommand(
      store,
      userStream(userId),
      { ...command, projectId },
      {
        decider: projectsDecider,
        decode: decodeUserEvent,
        ids: () => newId(),
        owner: { userId },
      },
    );
    return { projectId };
  };

  return {
    /** @throws TurnlogError VALIDATION; REJECTED where there are too many */
    async createProject({ userId, ...input }: { userId: string } & Record<string, unknown>) {
      const project = parseInput(projectInput, input);
      return handle(userId, { type: 'CreateProject', projectId: newId(), project });
    },
    /** What isn't given stays as it is. @throws TurnlogError VALIDATION, NOT_FOUND */
    async changeProject({ userId, projectId, ...input }: Owned & Record<string, unknown>) {
      const change = parseInput(projectChange, input);
      await handle(userId, { type: 'ChangeProject', projectId, change });
    },
    /** Its conversations stay, filed nowhere. @throws TurnlogError NOT_FOUND */
    async deleteProject({ userId, projectId }: Owned) {
      await handle(userId, { type: 'DeleteProject', projectId });
    },
    async ownsProject({ userId, projectId }: Owned): Promise<boolean> {
      let state = projectsDecider.initial;
      for await (const recorded of store.readStream(userStream(userId))) {
        const event = decodeUserEvent(recorded);
        if (event) state = projectsDecider.evolve(state, event);
      }
      return Boolean(state.get(projectId.toLowerCase()));
    },
  };
};

export type ProjectCommands = ReturnType<typeof projectCommands>;
