import { expect, vi } from 'vitest';
import type { Reply } from '../../support/fake-model-server.ts';
import { homeAssistantDone } from '../../support/sources/home-assistant.ts';
import type { Sources } from '../../support/sources/replay.ts';
import { searxng } from '../../support/sources/searxng.ts';
import { theMealDb } from '../../support/sources/the-meal-db.ts';
import { allFrames } from '../../support/sse-client.ts';
import { askFor, type Cluster, endsIn, storyOf } from './fixture.ts';

export const toolEnv = ({ urls }: Sources) => ({
  TOOL_SOURCES: Object.entries(urls)
    .map(([name, url]) => `${name}=${url}`)
    .join(','),
  TOOL_KEYS: 'homeAssistant=key',
});

/** Where a turn stands when its process dies. */
export const phases = ['before', 'while it runs', 'while a harmless one runs', 'behind'] as const;
export type Phase = (typeof phases)[number];

const SEARCH = '/search';
const DEVICE = '/api/conversation/process';
const asking: Record<Phase, { words: readonly string[]; message: (word: string) => string }> = {
  before: { words: ['kitchen', 'hall', 'bedroom'], message: (room) => `turn on the lights in the ${room}` },
  'while it runs': { words: ['bathroom', 'garage', 'garden'], message: (room) => `turn on the lights in the ${room}` },
  'while a harmless one runs': {
    words: ['Peru', 'Ghana', 'Nepal'],
    message: (country) => `what is the longest river in ${country}?`,
  },
  behind: { words: ['penne', 'lasagne', 'risotto'], message: (dish) => `find a recipe for ${dish}` },
};

type Turn = { readonly phase: Phase; readonly word: string; readonly turnId: string };

/** Turns that call tools, asked for at `url`, and held in every phase of a tool's call. */
export const openToolTurns = async ({
  url,
  cookie,
  store,
  sql,
  ollama,
  sources,
}: Cluster & { sources: Sources; url: string }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  sources.replay({
    ...theMealDb,
    [SEARCH]: { ...searxng[SEARCH], held },
    [DEVICE]: { ...homeAssistantDone[DEVICE], held },
  });
  const turns: Turn[] = [];
  const begin = async (phase: Phase) => {
    const { words, message } = asking[phase];
    const begun = words.map(async (word) => ({ phase, word, turnId: await askFor(url, cookie, message(word)) }));
    turns.push(...(await Promise.all(begun)));
  };
  const requests = (word: string) => sources.asked().filter((asked) => JSON.stringify(asked).includes(word)).length;
  const isAsked = ({ word }: Turn) => requests(word) === 1;
  const waited = { timeout: 20_000 };

  // The tool has returned, and the model says nothing.
  const told = ollama.exchanges.length + asking.behind.words.length;
  const silent: Reply = { held };
  for (const _ of asking.behind.words) ollama.reply(silent);
  await begin('behind');
  await ollama.exchange(told - 1);
  await begin('while it runs');
  await begin('while a harmless one runs');
  await vi.waitFor(() => expect(turns.filter(isAsked)).toHaveLength(turns.length), waited);
  // What its user prefers is read before the message is routed.
  let unlock: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    unlock = sql.transaction(async (tx) => {
      await tx.query('lock table preferences in access exclusive mode');
      resolve();
      await held;
    });
    unlock.catch(reject);
  });
  await begin('before');
  const storyAt = async (turnId: string) => (await storyOf(store, turnId)).map(({ event }) => event.type);
  for (const { phase, turnId } of turns) {
    if (phase !== 'before') continue;
    await vi.waitFor(async () => expect(await storyAt(turnId)).toContain('TurnStarted'), waited);
    expect(await storyAt(turnId)).not.toContain('TurnRouted');
  }

  return {
    async letGo() {
      letGo();
      await unlock;
    },
    /** Reads the turns to their ends. Returns the phases in which turns were found that the other server took over. */
    async check(otherUrl: string): Promise<Set<Phase>> {
      for (const { turnId } of turns) {
        await allFrames(await fetch(`${otherUrl}/api/chat/stream/${turnId}`, { headers: { cookie } }));
      }
      const alive = await sql.query<{ id: string }>('select id from workers where is_alive(id)');
      const hit = new Set<Phase>();
      for (const { phase, word, turnId } of turns) {
        const story = await storyOf(store, turnId);
        const started = story.flatMap(({ event }) => (event.type === 'TurnStarted' ? [event.data.worker] : []));
        const wasKilled = !alive.some(({ id }) => started.includes(id));
        if (wasKilled) hit.add(phase);
        const failed = wasKilled && phase === 'while it runs';
        expect(endsIn(story).map(({ event }) => event.type)).toEqual([failed ? 'TurnFailed' : 'TurnCompleted']);
        expect(story.filter(({ event }) => event.type === 'ToolReturned')).toHaveLength(failed ? 0 : 1);
        // Once; what was asked for and never answered is asked for again where that changes nothing.
        expect({ word, requests: requests(word) }).toEqual({
          word,
          requests: wasKilled && phase === 'while a harmless one runs' ? 2 : 1,
        });
      }
      return hit;
    },
  };
};
