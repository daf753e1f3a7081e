import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../../schema/events/index.ts';
import { type ConversationCommand, conversationDecider } from '../../../server/conversation/decider.ts';
import { TurnlogError } from '../../../server/errors.ts';
import { given } from '../../support/decider-spec.ts';
import { alice, bob, uuid } from '../../support/turn-samples.ts';

const conversationId = uuid(2);
const conversation = (events: readonly ConversationEvent[] = []) => given(conversationDecider, events);

const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationId, userId: alice, title: 'Tea' } };
const renamed: ConversationEvent = { type: 'ConversationRenamed', data: { title: 'Coffee' } };
const pinned: ConversationEvent = { type: 'ConversationPinned', data: { pinned: true } };
const filed = (projectId: string | null): ConversationEvent => ({ type: 'ConversationFiled', data: { projectId } });
const deleted: ConversationEvent = { type: 'ConversationDeleted', data: { by: alice } };

const open: ConversationCommand = { type: 'OpenConversation', conversationId, userId: alice, title: 'Tea' };
const rename: ConversationCommand = { type: 'RenameConversation', userId: alice, title: 'Coffee' };
const pin: ConversationCommand = { type: 'PinConversation', userId: alice, pinned: true };
const file: ConversationCommand = { type: 'FileConversation', userId: alice, projectId: uuid(9) };
const remove: ConversationCommand = { type: 'DeleteConversation', userId: alice };
const select: ConversationCommand = { type: 'SelectBranch', userId: alice, messageId: uuid(4) };
const selected: ConversationEvent = { type: 'BranchSelected', data: { messageId: uuid(4) } };
const all = [open, rename, pin, file, select, remove];

describe('a conversation that is not there', () => {
  it('is opened', () => conversation().when(open).thenEvents([opened]));
  it('cannot be changed or deleted', () => {
    for (const command of [rename, pin, file, select, remove]) conversation().when(command).thenRefused('NOT_FOUND');
  });
});

describe('an open conversation', () => {
  it('is opened once', () => conversation([opened]).when(open).thenEvents([]));
  it('is renamed', () => conversation([opened]).when(rename).thenEvents([renamed]));
  it('is not renamed to what it is called', () => conversation([opened, renamed]).when(rename).thenEvents([]));
  it('is pinned', () => conversation([opened]).when(pin).thenEvents([pinned]));
  it('is not pinned twice', () => conversation([opened, pinned]).when(pin).thenEvents([]));
  it('is unpinned', () =>
    conversation([opened, pinned])
      .when({ ...pin, pinned: false })
      .thenEvents([{ type: 'ConversationPinned', data: { pinned: false } }]));
  it('is opened under a project', () =>
    conversation()
      .when({ ...open, projectId: uuid(9) })
      .thenEvents([opened, filed(uuid(9))]));
  it('is filed, and not twice', () => {
    conversation([opened])
      .when(file)
      .thenEvents([filed(uuid(9))]);
    conversation([opened, filed(uuid(9))])
      .when(file)
      .thenEvents([]);
  });
  it('is filed nowhere again', () =>
    conversation([opened, filed(uuid(9))])
      .when({ ...file, projectId: null })
      .thenEvents([filed(null)]));
  it('takes another branch, also the same again', () => {
    conversation([opened]).when(select).thenEvents([selected]);
    conversation([opened, selected]).when(select).thenEvents([selected]);
  });
  it('is deleted', () => conversation([opened]).when(remove).thenEvents([deleted]));
  it('is nobody else’s', () => {
    for (const command of all)
      conversation([opened])
        .when({ ...command, userId: bob })
        .thenRefused('NOT_FOUND');
  });
});

describe('a deleted conversation', () => {
  it('is deleted again without effect', () => conversation([opened, deleted]).when(remove).thenEvents([]));
  it('does not come back', () => {
    for (const command of [open, rename, pin, file, select])
      conversation([opened, deleted]).when(command).thenRefused('NOT_FOUND');
  });
  it('is still nobody else’s', () => {
    for (const command of all)
      conversation([opened, deleted])
        .when({ ...command, userId: bob })
        .thenRefused('NOT_FOUND');
  });
});

describe('any sequence of commands', () => {
  it('opens once, deletes once, changes nothing behind that, and says nothing twice', () => {
    const people = fc.constantFrom(alice, bob);
    const commands = fc.oneof(
      people.map((userId): ConversationCommand => ({ ...open, userId })),
      fc
        .tuple(people, fc.constantFrom('Tea', 'Milk'))
        .map(([userId, title]): ConversationCommand => ({ type: 'RenameConversation', userId, title })),
      fc
        .tuple(people, fc.boolean())
        .map(([userId, on]): ConversationCommand => ({ type: 'PinConversation', userId, pinned: on })),
      fc
        .tuple(people, fc.constantFrom(null, uuid(8), uuid(9)))
        .map(([userId, projectId]): ConversationCommand => ({ ...file, userId, projectId })),
      people.map((userId): ConversationCommand => ({ ...select, userId })),
      people.map((userId): ConversationCommand => ({ ...remove, userId })),
    );
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 25 }), (sequence) => {
        const log: ConversationEvent[] = [];
        const { decide, evolve, initial } = conversationDecider;
        for (const command of sequence) {
          const before = log.reduce(evolve, initial);
          try {
            const events = decide(command, before);
            log.push(...events);
            if (events.some(({ type }) => type !== 'BranchSelected'))
              expect(log.reduce(evolve, initial)).not.toEqual(before);
          } catch (error) {
            expect(error).toBeInstanceOf(TurnlogError);
            expect(error).toMatchObject({ code: 'NOT_FOUND' });
          }
        }
        const types = log.map(({ type }) => type);
        expect(types.lastIndexOf('ConversationOpened')).toBe(types.length === 0 ? -1 : 0);
        const end = types.indexOf('ConversationDeleted');
        expect(end === -1 || end === types.length - 1).toBe(true);
      }),
    );
  });
});
