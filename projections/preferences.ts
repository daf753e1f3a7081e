import { z } from 'zod';
import { preferences as shape } from '../schema/preferences.ts';
import { idOf } from '../schema/streams.ts';
import type { Projection, Statement } from './projection.ts';

export const preferences: Projection = {
  name: 'preferences',
  version: 1,
  tables: `
    create table preferences (
      user_id text primary key,
      chosen jsonb not null
    );`,
  types: ['PreferencesChanged'],
  project(event) {
    if (event.type !== 'PreferencesChanged') return [];
    return [
      {
        text: `insert into preferences (user_id, chosen) values ($1, $2)
               on conflict (user_id) do update set chosen = excluded.chosen`,
        values: [idOf(event.stream.name), JSON.stringify(event.data)],
      },
    ];
  },
};

export const preferencesQuery = (userId: string): Statement => ({
  text: 'select chosen from preferences where user_id = $1',
  values: [userId],
});
export const preferencesRow = z.object({ chosen: shape });
