import type { OfferedModel } from '../providers/index.ts';
import { builder } from './builder.ts';

const Model = builder.objectRef<OfferedModel>('Model').implement({
  fields: (t) => ({
    id: t.exposeString('id'),
    provider: t.exposeString('provider'),
    isDefault: t.exposeBoolean('isDefault'),
  }),
});

builder.queryField('models', (t) => t.field({ type: [Model], resolve: (_, __, { deps }) => deps.providers.models() }));
