import { TurnlogError } from '../errors.ts';
import { builder, requireScope } from './builder.ts';
import type { Context } from './context.ts';

type Use = Awaited<ReturnType<typeof describe>>;

const describe = async ({ deps }: Context, userId: string) => {
  const use = await deps.toolUse.read(userId);
  const isOffline = deps.offline || use.offline;
  return {
    offline: use.offline,
    serverOffline: deps.offline,
    tools: deps.tools.map(({ offline, ...tool }) => {
      const isOn = !use.disabled.includes(tool.id);
      const isDenied = use.denied.includes(tool.id);
      return {
        ...tool,
        needsNetwork: !offline,
        isOn,
        isDenied,
        isUsable: isOn && !isDenied && (offline || !isOffline),
      };
    }),
  };
};

const Tool = builder.objectRef<Use['tools'][number]>('Tool').implement({
  description: 'What is asked where a message calls for it, as one user has it.',
  fields: (t) => ({
    id: t.exposeString('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    dataSources: t.exposeStringList('dataSources'),
    needsNetwork: t.exposeBoolean('needsNetwork'),
    isOn: t.exposeBoolean('isOn', { description: 'Whether the user wants it.' }),
    isDenied: t.exposeBoolean('isDenied', { description: 'True where an administrator keeps it from the user.' }),
    isUsable: t.exposeBoolean('isUsable', { description: 'Wanted, not denied, and not in want of a network.' }),
  }),
});

const ToolUse = builder.objectRef<Use>('ToolUse').implement({
  fields: (t) => ({
    offline: t.exposeBoolean('offline', { description: 'The user wants no tool to use the network.' }),
    serverOffline: t.exposeBoolean('serverOffline', { description: 'No tool of this server uses the network.' }),
    tools: t.expose('tools', { type: [Tool] }),
  }),
});

const ToolUseInput = builder.inputType('ToolUseInput', {
  description: 'What is left out stays.',
  fields: (t) => ({
    offline: t.boolean(),
    disabled: t.stringList({ description: 'The ids of all tools that the user does not want.' }),
  }),
});

const requireUser = async ({ deps }: Context, userId: string): Promise<string> => {
  if ((await deps.usernames([userId])).has(userId)) return userId;
  throw new TurnlogError('NOT_FOUND', 'not found');
};

builder.queryField('toolUse', (t) =>
  t.field({ type: ToolUse, resolve: (_, __, context) => describe(context, context.identity.userId) }),
);

builder.queryField('toolUseOf', (t) =>
  t.field({
    ...requireScope('admin'),
    type: ToolUse,
    args: { userId: t.arg.id({ required: true }) },
    resolve: async (_, { userId }, context) => describe(context, await requireUser(context, userId)),
  }),
);

builder.mutationFields((t) => ({
  setToolUse: t.field({
    type: ToolUse,
    description: 'Holds from the next turn that starts.',
    args: { input: t.arg({ type: ToolUseInput, required: true }) },
    resolve: async (_, { input }, context) => {
      const { userId } = context.identity;
      await context.deps.toolUse.change(userId, input);
      return describe(context, userId);
    },
  }),
  denyTools: t.field({
    ...requireScope('admin'),
    type: ToolUse,
    description: 'Keeps these tools, by their ids, from the user, and no others.',
    args: { userId: t.arg.id({ required: true }), tools: t.arg.stringList({ required: true }) },
    resolve: async (_, { userId, tools }, context) => {
      await requireUser(context, userId);
      await context.deps.toolUse.gate(userId, { denied: tools }, context.identity.userId);
      return describe(context, userId);
    },
  }),
}));
