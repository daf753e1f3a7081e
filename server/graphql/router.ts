import type { Router } from '../generation/routing/router.ts';
import { builder } from './builder.ts';

const RouterRef = builder.objectRef<Pick<Router, 'embedder' | 'isEmbedded'>>('Router').implement({
  description: 'What decides whether a message calls a tool.',
  fields: (t) => ({
    embedder: t.string({
      description: 'The model that messages are scored with.',
      resolve: (router) => router.embedder(),
    }),
    isEmbedded: t.boolean({
      description: 'True while no embedding server answers and the embedded embedder serves.',
      resolve: (router) => router.isEmbedded(),
    }),
  }),
});

builder.queryField('router', (t) => t.field({ type: RouterRef, resolve: (_, __, { deps }) => deps.router }));
