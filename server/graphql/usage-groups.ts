import type { Analysis } from '../analysis/analysis.ts';
import { builder } from './builder.ts';

type Group = Awaited<ReturnType<Analysis['usage']>>[number];

const UsageKey = builder.enumType('UsageKey', {
  values: { DAY: { value: 'day' }, USER: { value: 'user' }, MODEL: { value: 'model' } } as const,
});

const UsageGroup = builder.objectRef<Group>('UsageGroup').implement({
  description: 'Ended turns, added up. What it was not grouped by is null. Times in milliseconds.',
  fields: (t) => ({
    day: t.exposeString('day', { nullable: true, description: 'In UTC, such as 2030-01-31.' }),
    userId: t.exposeID('userId', { nullable: true }),
    username: t.exposeString('username', { nullable: true }),
    model: t.exposeString('model', { nullable: true, description: 'Empty for turns that ended before they had one.' }),
    turns: t.exposeFloat('turns'),
    completed: t.exposeFloat('completed'),
    failed: t.exposeFloat('failed'),
    cancelled: t.exposeFloat('cancelled'),
    promptTokens: t.exposeFloat('promptTokens'),
    completionTokens: t.exposeFloat('completionTokens'),
    estimated: t.exposeFloat('estimated', { description: 'Turns whose tokens are estimates.' }),
    waitingMs: t.exposeFloat('waitingMs'),
    answeringMs: t.exposeFloat('answeringMs'),
  }),
});

builder.queryField('usage', (t) =>
  t.field({
    skipTypeScopes: true,
    authScopes: { $any: { chat: true, audit: true } },
    type: [UsageGroup],
    description:
      "Tokens, turns and time: one's own; with the scope audit everybody's, or those of the user that is asked for.",
    args: {
      from: t.arg.string({ description: 'The first day, such as 2030-01-01.' }),
      to: t.arg.string({ description: 'The last day, such as 2030-01-31.' }),
      userId: t.arg.id(),
      groupBy: t.arg({ type: [UsageKey], required: true, defaultValue: ['day'] }),
    },
    resolve: async (_, asked, { deps, identity }) => deps.analysis.usage(identity, asked),
  }),
);
