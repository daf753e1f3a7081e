import type { Preferences as Chosen } from '../../schema/preferences.ts';
import { builder } from './builder.ts';
import { User } from './viewer.ts';

const Depth = builder.enumType('Depth', {
  description: 'How much an answer says.',
  values: { BRIEF: { value: 'brief' }, BALANCED: { value: 'balanced' }, THOROUGH: { value: 'thorough' } } as const,
});
const Candour = builder.enumType('Candour', {
  description: 'How an answer says what is wrong.',
  values: { GENTLE: { value: 'gentle' }, PLAIN: { value: 'plain' }, BLUNT: { value: 'blunt' } } as const,
});
const Theme = builder.enumType('Theme', {
  values: { LIGHT: { value: 'light' }, DARK: { value: 'dark' }, SYSTEM: { value: 'system' } } as const,
});

const Preferences = builder.objectRef<Chosen>('Preferences').implement({
  description: "How the viewer likes to be answered and shown things; null is the server's own choice.",
  fields: (t) => ({
    temperature: t.exposeFloat('temperature', { nullable: true, description: '0 to 2; 0.7 where it is null.' }),
    maxTokens: t.exposeInt('maxTokens', {
      nullable: true,
      description: 'The longest answer, in tokens; 2048 where it is null.',
    }),
    ctxLimit: t.exposeInt('ctxLimit', {
      nullable: true,
      description: "The model's window, in tokens; 4096 where it is null.",
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'Answers where a message names none; the default one where it is null, or is offered no more.',
    }),
    language: t.exposeString('language', { nullable: true, description: 'The name of a language, such as Deutsch.' }),
    depth: t.expose('depth', { type: Depth }),
    candour: t.expose('candour', { type: Candour }),
    theme: t.expose('theme', { type: Theme }),
  }),
});

builder.objectField(User, 'preferences', (t) =>
  t.field({
    type: Preferences,
    authScopes: { chat: true },
    resolve: ({ userId }, _, { deps }) => deps.readModels.preferences(userId),
  }),
);

const PreferencesInput = builder.inputType('PreferencesInput', {
  description: 'What is left out stays; null goes back to the default.',
  fields: (t) => ({
    temperature: t.float(),
    maxTokens: t.int(),
    ctxLimit: t.int(),
    model: t.string(),
    language: t.string(),
    depth: t.field({ type: Depth }),
    candour: t.field({ type: Candour }),
    theme: t.field({ type: Theme }),
  }),
});

builder.mutationField('changePreferences', (t) =>
  t.field({
    type: Preferences,
    description: 'Holds from the next turn that starts.',
    args: { input: t.arg({ type: PreferencesInput, required: true }) },
    resolve: async (_, { input }, { deps, identity }) => {
      await deps.preferences.change(identity.userId, input);
      return deps.readModels.preferences(identity.userId);
    },
  }),
);
