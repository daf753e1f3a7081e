import { laneNames } from '../../schema/events/settings.ts';
import { builder, requireScope } from './builder.ts';
import type { Context } from './context.ts';

export const Lane = builder.enumType('Lane', {
  values: { CHAT: { value: 'chat' }, IMAGE: { value: 'image' }, VISION: { value: 'vision' } } as const,
});
const LaneMode = builder.enumType('LaneMode', {
  values: {
    FIXED: { value: 'fixed', description: 'A number.' },
    SUGGESTED: { value: 'suggested', description: "As many as the machine's cores and memory bear." },
    ADAPTIVE: {
      value: 'adaptive',
      description: 'Between a least and a most, more while answers begin soon and come fast, fewer once they do not.',
    },
  } as const,
});
const SignUp = builder.enumType('SignUp', {
  values: { OFF: { value: 'off' }, INVITATION: { value: 'invitation' } } as const,
});

type Described = ReturnType<Context['deps']['laneLimits']['describe']>;
const LaneSetting = builder.objectRef<Described>('LaneSetting').implement({
  description: 'How many turns of a lane run at once.',
  fields: (t) => ({
    lane: t.expose('lane', { type: Lane }),
    mode: t.expose('mode', { type: LaneMode }),
    isSet: t.exposeBoolean('isSet', { description: 'False where it is as the environment says.' }),
    inForce: t.exposeInt('inForce', { description: 'The number at this moment.' }),
    suggested: t.exposeInt('suggested', { description: 'The number that the machine suggests.' }),
    min: t.int({ nullable: true, resolve: (lane) => (lane.mode === 'adaptive' ? lane.min : null) }),
    max: t.int({ nullable: true, resolve: (lane) => (lane.mode === 'adaptive' ? lane.max : null) }),
    firstTokenMs: t.int({ nullable: true, resolve: (lane) => (lane.mode === 'adaptive' ? lane.firstTokenMs : null) }),
    tokensPerSecond: t.float({
      nullable: true,
      resolve: (lane) => (lane.mode === 'adaptive' ? lane.tokensPerSecond : null),
    }),
  }),
});

type Machine = Context['deps']['laneLimits']['machine'];
const Machine = builder.objectRef<Machine>('Machine').implement({
  fields: (t) => ({
    cores: t.exposeInt('cores'),
    memoryGib: t.float({ resolve: ({ memory }) => Math.round((memory / 2 ** 30) * 10) / 10 }),
  }),
});

type Shown = Awaited<ReturnType<typeof show>>;
const show = async ({ deps }: Context) => {
  const state = await deps.settings.read();
  return {
    lanes: laneNames.map((lane) => deps.laneLimits.describe(lane, state.lanes)),
    defaultModel: state.defaultModel,
    routerModel: state.routerModel,
    signUp: state.signUp ?? deps.signUp,
    machine: deps.laneLimits.machine,
  };
};

const Settings = builder.objectRef<Shown>('Settings').implement({
  fields: (t) => ({
    lanes: t.expose('lanes', { type: [LaneSetting] }),
    defaultModel: t.exposeString('defaultModel', {
      nullable: true,
      description: 'Answers where nobody names a model; null where it is as the environment says.',
    }),
    routerModel: t.exposeString('routerModel', {
      nullable: true,
      description: 'Chooses between tools; null where it is as the environment says, else the default model.',
    }),
    signUp: t.expose('signUp', { type: SignUp }),
    machine: t.expose('machine', { type: Machine }),
  }),
});

builder.queryField('settings', (t) =>
  t.field({ ...requireScope('admin'), type: Settings, resolve: (_, __, context) => show(context) }),
);

const LaneLimitInput = builder.inputType('LaneLimitInput', {
  description: 'What the mode needs: `limit` where it is FIXED, all the others where it is ADAPTIVE.',
  fields: (t) => ({
    lane: t.field({ type: Lane, required: true }),
    mode: t.field({ type: LaneMode, description: 'Without one the environment says again.' }),
    limit: t.int(),
    min: t.int(),
    max: t.int(),
    firstTokenMs: t.int({ description: 'The longest that an answer may take to begin, in milliseconds.' }),
    tokensPerSecond: t.float({ description: 'The least speed of an answer.' }),
  }),
});

const ChangeSettingsInput = builder.inputType('ChangeSettingsInput', {
  description: 'What is left out stays; null goes back to what the environment says.',
  fields: (t) => ({
    lanes: t.field({ type: [LaneLimitInput] }),
    defaultModel: t.string(),
    routerModel: t.string(),
    signUp: t.field({ type: SignUp }),
  }),
});

builder.mutationField('changeSettings', (t) =>
  t.field({
    ...requireScope('admin'),
    type: Settings,
    description: 'Takes effect at once.',
    args: { input: t.arg({ type: ChangeSettingsInput, required: true }) },
    resolve: async (_, { input: { lanes, ...input } }, context) => {
      const { deps, identity } = context;
      const limits = lanes?.map(({ lane, mode, ...limit }) => [lane, mode ? { mode, ...limit } : null]);
      await deps.settings.change(identity.userId, { ...input, ...(limits && { lanes: Object.fromEntries(limits) }) });
      return show(context);
    },
  }),
);
