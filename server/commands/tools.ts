import { z } from 'zod';
import { decodeUserEvent } from '../../schema/events/decode.ts';
import { userStream } from '../../schema/streams.ts';
import type { EventStore } from '../eventstore/event-store.ts';
import { handleCommand } from '../eventstore/handle-command.ts';
import { derivedId } from '../generation/derived-id.ts';
import { storableText } from '../generation/storable-text.ts';
import type { Inventory } from '../tools/tool.ts';
import { type InventoryCommand, type InventoryState, inventoryDecider } from '../user/inventory.ts';
import { type ToolUse, toolUseDecider } from '../user/tool-use.ts';
import { parseInput } from './input.ts';

type Deps = { store: EventStore; newId: () => string; toolIds: readonly string[] };

/** What a user lets tools do, from the user's own stream. */
export const toolUseCommands = ({ store, newId, toolIds }: Deps) => {
  const input = z.object({
    offline: z.boolean().nullish(),
    disabled: z
      .array(z.string().refine((id) => toolIds.includes(id), `each is one of ${toolIds.join(', ')}`))
      .transform((ids) => [...new Set(ids)])
      .nullish(),
  });

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
      const { offline, disabled } = parseInput(input, given);
      const command = {
        type: 'ChangeToolUse' as const,
        change: { offline: offline ?? undefined, disabled: disabled ?? undefined },
      };
      const { state, events } = await handleCommand(store, userStream(userId), command, {
        decider: toolUseDecider,
        decode: decodeUserEvent,
        ids: () => newId(),
        owner: { userId },
      });
      return events.reduce(toolUseDecider.evolve, state);
    },
  };
};

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
