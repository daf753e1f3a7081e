import { createHmac } from 'node:crypto';
import type { Sql } from '../sql/sql.ts';
import type { Random } from './identity.ts';

export interface Secret {
  /** 32 bytes that only a holder of the secret can derive from these parts, different for every purpose. */
  hmac(purpose: string, ...parts: readonly string[]): Buffer;
}

const keyIn = async (sql: Sql, random: Random): Promise<string> => {
  const fresh = Buffer.from(random(32)).toString('base64url');
  await sql.query(`insert into secrets (name, value) values ('hmac-key', $1) on conflict do nothing`, [fresh]);
  const [row] = await sql.query<{ value: string }>(`select value from secrets where name = 'hmac-key'`);
  return row?.value ?? fresh;
};

/** The configured secret, else the one that the first process to start has left in the database. */
export const openSecret = async (
  sql: Sql,
  { configured, random }: { configured?: string | undefined; random: Random },
): Promise<Secret> => {
  const key = configured ?? (await keyIn(sql, random));
  return { hmac: (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest() };
};
