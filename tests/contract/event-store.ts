import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventStore } from '../../server/eventstore/event-store.ts';
import { appendContract } from './event-store-append.ts';
import { largeContract } from './event-store-large.ts';
import { readContract } from './event-store-read.ts';
import { subscribeContract } from './event-store-subscribe.ts';
import { newEvents, newStream, type OpenStore } from './event-store-support.ts';

/** What the port promises, of whatever store `open` opens. Positions rise; whether they leave gaps is the store's own. */
export const eventStoreContract = (name: string, open: OpenStore) =>
  describe(`event store over ${name}`, () => {
    let opened: Awaited<ReturnType<OpenStore>> | undefined;
    const store = (): EventStore => {
      if (!opened) throw new Error('the store is not open');
      return opened.store;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    it('is empty at first, and has a name', async () => {
      expect(store().id).not.toBe('');
      expect(await store().head()).toBe(0n);
      const { position } = await store().append(newStream(), newEvents(2), { expectedRevision: 'no_stream' });
      expect(await store().head()).toBe(position);
    });

    // Who reads the whole log comes before those that fill it.
    describe('read', () => readContract(store));
    describe('subscribe', () => subscribeContract(store, open));
    describe('large events', () => largeContract(store));
    describe('append', () => appendContract(store));
  });
