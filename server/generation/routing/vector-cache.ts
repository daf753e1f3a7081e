import type { Sql } from '../../sql/sql.ts';
import type { VectorCache } from './route-index.ts';

/** The vectors of the tools' examples, in SQL. */
export const openVectorCache = (sql: Sql): VectorCache => ({
  async load(model) {
    const rows = await sql.query<{ hash: string; vector: number[] }>(
      'select hash, vector from example_vectors where model = $1',
      [model],
    );
    return new Map(rows.map(({ hash, vector }) => [hash, Float32Array.from(vector)]));
  },
  async save(model, vectors) {
    for (const [hash, vector] of vectors) {
      await sql.query(
        `insert into example_vectors (model, hash, vector) values ($1, $2, $3)
         on conflict (model, hash) do update set vector = excluded.vector`,
        [model, hash, [...vector]],
      );
    }
  },
});
