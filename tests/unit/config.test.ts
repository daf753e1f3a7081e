import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { config, readConfig, variables } from '../../server/config.ts';
import { TurnlogError } from '../../server/errors.ts';

const complaintsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof TurnlogError && error.code === 'VALIDATION') return error.message.split('\n');
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('has defaults for a start without any variable', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: './data',
      ollamaUrl: 'http://127.0.0.1:11434',
      adminUsername: 'admin',
      chatStreamGcMs: 60_000,
      signUp: 'invitation',
      routerEmbedModel: 'all-minilm',
      offline: false,
      toolApprovals: [],
      toolApprovalMs: 600_000,
      toolSources: { urls: {}, keys: {} },
      queueLimits: { chat: 2, image: 1, vision: 1 },
      maxBodyBytes: 1_048_576,
      maxImportBytes: 16_777_216,
      requestTimeoutMs: 60_000,
      rateLimits: { user: 3_000, address: 9_000 },
      roles: ['api', 'generator', 'projector'],
      leaseMs: 10_000,
      gateway: { host: '127.0.0.1', anonymous: false, writes: false },
      persistedOnly: false,
      graphiql: true,
      introspection: true,
      metricsAccess: 'local',
      logLevel: 'info',
    });
  });

  it('serves GraphiQL and the schema to developers alone, unless it is told to', () => {
    const shown = (env: Record<string, string>) => {
      const { graphiql, introspection } = readConfig(env);
      return [graphiql, introspection];
    };
    expect(shown({})).toEqual([true, true]);
    expect(shown({ HOST: '0.0.0.0' })).toEqual([false, false]);
    expect(shown({ APP_URL: 'https://turnlog.example' })).toEqual([false, false]);
    expect(shown({ HOST: '0.0.0.0', GRAPHIQL: '1' })).toEqual([true, true]);
    expect(shown({ PERSISTED_ONLY: '1' })).toEqual([false, true]);
    expect(shown({ INTROSPECTION: '0' })).toEqual([true, false]);
    expect(complaintsOf({ PERSISTED_ONLY: '1', GRAPHIQL: '1' })).toHaveLength(1);
  });

  it('takes an empty string for unset', () => {
    const empty = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', 'localhost', { host: 'localhost' }],
    ['DATABASE_URL', 'postgresql://a:b@h/d', { databaseUrl: 'postgresql://a:b@h/d' }],
    ['OLLAMA_URL', 'http://gpu:11434/', { ollamaUrl: 'http://gpu:11434' }],
    ['CHAT_STREAM_GC_MS', '0', { chatStreamGcMs: 0 }],
    ['QUEUE_LIMITS', 'chat=8', { queueLimits: { chat: 8, image: 1, vision: 1 } }],
    ['QUEUE_LIMITS', ' vision = 3, chat=1', { queueLimits: { chat: 1, image: 1, vision: 3 } }],
    ['RATE_LIMITS', 'user=0', { rateLimits: { user: 0, address: 9_000 } }],
    ['ROLES', 'generator, projector', { roles: ['generator', 'projector'] }],
    ['LEASE_MS', '1000', { leaseMs: 1000 }],
    ['OFFLINE', '1', { offline: true }],
    ['TOOL_APPROVALS', 'homeAssistant, image_gen', { toolApprovals: ['homeAssistant', 'image_gen'] }],
    ['TOOL_APPROVAL_MS', '5000', { toolApprovalMs: 5_000 }],
    ['TOOL_SOURCES', 'searxng=http://h:8080/', { toolSources: { urls: { searxng: 'http://h:8080' }, keys: {} } }],
    ['TOOL_KEYS', 'youtube=a=b', { toolSources: { urls: {}, keys: { youtube: 'a=b' } } }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['ROLES', 'reader'],
    ['ROLES', 'api,'],
    ['LEASE_MS', '10'],
    ['PORT', '40.5'],
    ['HOST', 'not a host'],
    ['HOST', '999.1.1.1'],
    ['GATEWAY_HOST', '1.2.3'],
    ['OLLAMA_URL', 'gpu:11434'],
    ['OPENAI_BASE_URL', 'ftp://models'],
    ['APP_URL', 'turnlog.example'],
    ['ADMIN_USERNAME', 'two words'],
    ['CHAT_STREAM_GC_MS', '-1'],
    ['QUEUE_LIMITS', 'chat=0'],
    ['QUEUE_LIMITS', 'chat'],
    ['QUEUE_LIMITS', 'chat=1,'],
    ['QUEUE_LIMITS', 'chat=1=2'],
    ['QUEUE_LIMITS', 'chat=1,chat=2'],
    ['QUEUE_LIMITS', 'audio=1'],
    ['MAX_BODY_BYTES', '10'],
    ['MAX_IMPORT_BYTES', '10'],
    ['REQUEST_TIMEOUT_MS', '50'],
    ['METRICS_ACCESS', 'everybody'],
    ['RATE_LIMITS', 'user=-1'],
    ['RATE_LIMITS', 'robots=1'],
    ['TOOL_SOURCES', 'nowhere=http://a'],
    ['TOOL_SOURCES', 'searxng=ftp://a'],
    ['OFFLINE', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, naming it, the value and what is accepted', (name, value) => {
    const complaints = complaintsOf({ [name]: value });
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(new RegExp(`^${name}: `));
    expect(complaints[0]).toContain(JSON.stringify(value));
    expect(complaints[0]).toMatch(/; it takes \S/);
  });

  it.each(['short', 'password123', 'aaaaaaaaaaaa', 'captain-captain', 'x'.repeat(1_025)])(
    'refuses the password %j where it is configured, by the name of its variable',
    (given) => {
      const [complaint, ...others] = complaintsOf({ ADMIN_USERNAME: 'captain', ADMIN_PASSWORD: given });
      expect(others).toEqual([]);
      expect(complaint).toMatch(/^ADMIN_PASSWORD: what is given .*8 to 1024 characters/);
      expect(complaint).not.toContain(given);
    },
  );

  it('never repeats a secret', () => {
    const [database, secret] = complaintsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x', SESSION_SECRET: 'hunter2' });
    expect(database).toMatch(/^DATABASE_URL: .*postgres:\/\//);
    expect(secret).toMatch(/^SESSION_SECRET: .*at least 8 characters/);
    expect(`${database}${secret}`).not.toContain('hunter2');
  });

  it('names all that is wrong, a line each', () => {
    expect(complaintsOf({ PORT: 'x', HOST: '!', LOG_LEVEL: 'y' }).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'HOST',
      'LOG_LEVEL',
    ]);
  });
});

describe('.env.example', () => {
  const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=(.*)$/gm)];
  const example = Object.fromEntries(lines.map(([, name, value]) => [name, value]));

  it('documents every variable, and no other', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(variables.shape).sort());
  });

  it('shows the defaults, and accepted values where there is none', () => {
    const shown = readConfig(example);
    // JSON leaves out what has no default.
    expect(shown).toMatchObject(JSON.parse(JSON.stringify(readConfig({}))));
  });
});

describe('config', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'turnlog-config-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('reads the .env file under the environment', () => {
    writeFileSync(join(directory, '.env'), 'PORT=5000\nCHAT_MODEL="a model"\n');
    expect(config({}, directory, { PORT: '6000' })).toMatchObject({ port: 6000, chatModel: 'a model' });
  });

  it('needs no .env file', () => {
    expect(config({}, directory, {})).toEqual(readConfig({}));
  });
});
