import pg from 'pg';
import { TurnlogError } from '../errors.ts';
import type { Row, Sql, SqlRunner } from './sql.ts';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Rows that were written together have one time, which is read once. */
const parseTime = (() => {
  const parse = pg.types.getTypeParser(TIMESTAMPTZ);
  let [text, time]: [text: string, time: unknown] = ['', null];
  return (given: string) => {
    if (given !== text) [text, time] = [given, parse(given)];
    return time;
  };
})();

const textParsers: Partial<Record<number, (text: string) => unknown>> = { [INT8]: BigInt, [TIMESTAMPTZ]: parseTime };
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format !== 'binary' && textParsers[oid]) || pg.types.getTypeParser(oid, format),
};

const lostCodes = /^(08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
const lostMessages = /terminated|timeout exceeded|Client was closed|not queryable/i;

/** A lost or refused connection is STORE_UNAVAILABLE; what the database itself says stays what it is. */
const asTyped = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code ? !lostCodes.test(code) : !lostMessages.test(error.message)) return error;
  return new TurnlogError('STORE_UNAVAILABLE', 'the database cannot be reached', { retryable: true, cause: error });
};

type Queryable = Pick<pg.ClientBase, 'query'>;

/** Every statement is prepared once a connection, under one name for its text. */
const runnerOf = (client: Queryable, names: Map<string, string>): SqlRunner => ({
  async query<R extends Row>(text: string, values: readonly unknown[] = []) {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    try {
      return (await client.query<R>({ name, text, values: [...values] })).rows;
    } catch (error) {
      throw asTyped(error);
    }
  },
  async script(text) {
    try {
      await client.query(text);
    } catch (error) {
      throw asTyped(error);
    }
  },
});

/** A transaction's statements, until its end: a later one would be committed by itself, or be in another's transaction. */
const openStatements = (runner: SqlRunner) => {
  let isOver = false;
  const checked = (): SqlRunner => {
    if (isOver) throw new Error('the transaction is over');
    return runner;
  };
  const statements: SqlRunner = {
    query: async (text, values) => checked().query(text, values),
    script: async (text) => checked().script(text),
  };
  return {
    statements,
    end: () => {
      isOver = true;
    },
  };
};

/** `pool_size` in the URL's query says how many connections at most; 10 without it. */
const poolOf = (url: string): { connectionString: string; max: number } => {
  const parsed = new URL(url);
  const size = parsed.searchParams.get('pool_size') ?? '10';
  parsed.searchParams.delete('pool_size');
  if (!/^[1-9]\d{0,3}$/.test(size)) {
    throw new TurnlogError('VALIDATION', 'pool_size in DATABASE_URL is a whole number from 1');
  }
  return { connectionString: parsed.href, max: Number(size) };
};

/** Opens a pool of connections, as many as `poolSize` or the URL say; a failed idle one is replaced at the next use. */
export const openPostgres = (url: string, { poolSize }: { poolSize?: number } = {}): Sql => {
  const { connectionString, max } = poolOf(url);
  const connection = {
    connectionString,
    types: parsers,
    application_name: 'turnlog',
    keepAlive: true,
    // A statement is sent at once, behind those that were not answered yet.
    pipeline: true,
    connectionTimeoutMillis: 30_000,
  };
  const pool = new pg.Pool({ ...connection, max: poolSize ?? max });
  pool.on('error', () => undefined);
  const names = new Map<string, string>();

  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw asTyped(error);
    }
  };

  const listen: Sql['listen'] = async (channel, { onNotice, onConnect }, signal) => {
    if (signal.aborted) return;
    const client = new pg.Client(connection);
    let leave = () => {};
    const gone = new Promise<void>((resolve) => {
      leave = () => resolve();
    });
    client.on('error', leave);
    client.on('end', leave);
    signal.addEventListener('abort', leave);
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => onNotice(payload));
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onConnect();
      await gone;
    } catch {
      // Refused is as good as lost.
    } finally {
      signal.removeEventListener('abort', leave);
      await client.end().catch(() => undefined);
    }
  };

  return {
    kind: 'postgres',
    ...runnerOf(pool, names),
    async transaction(work) {
      const client = await connect();
      const { statements, end } = openStatements(runnerOf(client, names));
      let broken: Error | undefined;
      client.on('error', () => undefined);
      try {
        // Waited for: sent behind a begin that fails, statements would each commit by themselves.
        await client.query('begin');
        const result = await work(statements);
        end();
        await client.query('commit');
        return result;
      } catch (error) {
        end();
        await client.query('rollback').catch((failed: Error) => {
          broken = failed;
        });
        throw asTyped(error);
      } finally {
        client.removeAllListeners('error');
        client.release(broken);
      }
    },
    listen,
    close: () => pool.end(),
  };
};
