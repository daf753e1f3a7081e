import { z } from 'zod';
import { decodeUserEvent } from '../../schema/events/decode.ts';
import { userStream } from '../../schema/streams.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { derivedId } from '../generation/derived-id.ts';
import { storableText } from '../generation/storable-text.ts';
import type { Inventory, Tool } from '../tools/tool.ts';
import { type InventoryCommand, type InventoryState, inventoryDecider } from '../user/inventory.ts';
import { type ToolUse, type ToolUseCommand, toolUseDecider } from '../user/tool-use.ts';
import { parseInput } from './input.ts';

type Deps = { store: EventStore; newId: () => string; tools: readonly Pick<Tool, 'id'>[] };

/** What a user lets tools do, and may, from the user's own stream. */
export const toolUseCommands = ({ store, newId, tools }: Deps) => {
  const known = tools.map(({ id }) => id);
  const ids = z
    .array(z.string().refine((id) => known.includes(id), `each is one of ${known.join(', ')}`))
    .transform((given) => known.filter((id) => given.includes(id)));
  const changeInput = z.object({ offline: z.boolean().nullish(), disabled: ids.nullish() });
  const gateInput = z.object({ denied: ids });

  const handle = async (userId: string, command: ToolUseCommand): Promise<ToolUse> => {
    const { state, events } = await handleCommand(store, userStream(userId), command, {
      decider: toolUseDecider,
      decode: decodeUserEvent,
      ids: () => newId(),
      owner: { userId },
    });
    return events.reduce(toolUseDecider.evolve, state);
  };

  return {
    async read(userId: string): Promise<ToolUse> {
      let state: ToolUse = toolUseDecider.initial;
      for await (const recorded of store.readStream(userStream(userId))) {
        const event = decodeUserEvent(recorded);
        if (event) state = toolUseDecider.evolve(state, event);
      }
      return state;
    },
    /** What isn't given stays as it is. @throws TurnlogError VALIDATION */
    async change(userId: string, given: unknown): Promise<ToolUse> {
      const { offline, disabled } = parseInput(changeInput, given);
      const change = { offline: offline ?? undefined, disabled: disabled ?? undefined };
      return handle(userId, { type: 'ChangeToolUse', change });
    },
    /** Keeps these tools from the user, and no others. @throws TurnlogError VALIDATION */
    async gate(userId: string, given: unknown, by: string): Promise<ToolUse> {
      return handle(userId, { type: 'GateTools', ...parseInput(gateInput, given), by });
    },
  };
};

export type ToolUseCommands = ReturnType<typeof toolUseCommands>;

/** A user's things, as a tool call sees and changes them. Its events have ids of the call: a repeat changes nothing. */
export const openInventory = (store: EventStore, userId: string, callId: string): Inventory => {
  const stream = userStream(userId);
  const change = (command: InventoryCommand) =>
    handleCommand(store, stream, command, {
      decider: inventoryDecider,
      decode: decodeUserEvent,
      ids: (index) => derivedId(callId, `${command.type} ${index}`),
      owner: { userId },
    });
  return {
    async list() {
      let state: InventoryState = inventoryDecider.initial;
      for await (const recorded of store.readStream(stream)) {
        const event = decodeUserEvent(recorded);
        if (event) state = inventoryDecider.evolve(state, event);
      }
      return [...state.values()];
    },
    async put({ name, place, quantity }) {
      const item = { name: storableText(name), place: place === null ? null : storableText(place), quantity };
      await change({ type: 'PutItem', item });
    },
    async remove(name) {
      return (await change({ type: 'RemoveItem', name })).events.length > 0;
    },
  };
};
