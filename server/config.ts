import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { signUp } from '../schema/events/settings.ts';
import { checkNewPassword } from './auth/password-policy.ts';
import { username } from './auth/username.ts';
import { TurnlogError } from './errors.ts';
import { sourceNames } from './tools/sources.ts';

/** Turns of each lane that run at once. */
const defaultQueueLimits = { chat: 2, image: 1, vision: 1 };
/** `name=value` pairs behind each other, each name of the list once, values with no comma. */
const named = <Name extends string, V>(names: readonly Name[], value: z.ZodType<V, string>) =>
  z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((item) => [item.slice(0, item.indexOf('=')).trim(), item.slice(item.indexOf('=') + 1).trim()]),
    )
    .pipe(z.array(z.tuple([z.enum(names), value])))
    .refine((pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length)
    .transform((pairs): Readonly<Record<string, V>> => Object.fromEntries(pairs));

/** Requests a minute. */
const defaultRateLimits = { user: 3_000, address: 9_000 };

const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** `name=number` pairs; what is left out keeps its default. */
const numbers = <const T extends Record<string, number>>(defaults: T, number: z.ZodType<number, string>) =>
  named(Object.keys(defaults), number).transform((given): { [Name in keyof T]: number } => ({ ...defaults, ...given }));

const queueLimits = numbers(defaultQueueLimits, integer(1, 10_000));
const rateLimits = numbers(defaultRateLimits, integer(0, 1_000_000));

const names = z.string().transform((list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

/** What a process does of what Turnlog does. */
const role = z.enum(['api', 'generator', 'projector']);
export type Role = z.infer<typeof role>;
const roles = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()))
  .pipe(z.array(role).min(1));
const flag = z.stringbool().default(false).describe('1 or 0');
const choice = z
  .enum(['0', '1'])
  .transform((value) => value === '1')
  .optional();

/** Numbers alone are an address, or none. */
const host = z.union([z.ipv4(), z.ipv6(), z.hostname().regex(/[^\d.]/)]);

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** What each variable accepts is its description; one marked `secret` is never repeated in a message. */
export const variables = z.object({
  PORT: integer(0, 65_535).default(4000).describe('a port from 0 to 65535 (0: any free one)'),
  HOST: host.default('127.0.0.1').describe('an address or host name, such as 127.0.0.1 or 0.0.0.0'),
  DATA_DIR: z.string().default('./data').describe('a directory'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({ description: 'postgres://user:password@host:5432/database', secret: true }),
  EVENTSTORE_URL: z
    .url({ protocol: /^(esdb|kurrentdb)(\+discover)?$/ })
    .optional()
    .meta({ description: 'esdb://user:password@host:2113 or esdb+discover://…', secret: true }),
  OLLAMA_URL: httpUrl.default('http://127.0.0.1:11434').describe('an http:// or https:// address'),
  OPENAI_BASE_URL: httpUrl.optional().describe('an http:// or https:// address, such as https://api.openai.com/v1'),
  OPENAI_API_KEY: z.string().optional().meta({ description: 'a key', secret: true }),
  CHAT_MODEL: z.string().max(200).optional().describe('the name of a model, at most 200 characters'),
  ADMIN_USERNAME: username.default('admin').describe('1 to 64 letters, digits or . _ @ + -'),
  ADMIN_PASSWORD: z.string().optional().meta({
    description:
      '8 to 1024 characters, at least 5 of them different: not a password that everybody tries, nor one made of ADMIN_USERNAME',
    secret: true,
  }),
  SESSION_SECRET: z.string().min(8).optional().meta({ description: 'at least 8 characters', secret: true }),
  APP_URL: httpUrl.optional().describe('an http:// or https:// address'),
  CHAT_STREAM_GC_MS: integer(0).default(60_000).describe('a whole number of milliseconds (0: for ever)'),
  SIGN_UP: signUp.default('invitation').describe('off, or invitation'),
  ROUTER_MODEL: z.string().max(200).optional().describe('the name of a model, at most 200 characters'),
  ROUTER_EMBED_MODEL: z.string().min(1).max(200).default('all-minilm').describe('the name of an embedding model'),
  TOOL_APPROVALS: names.default([]).describe('ids of tools, such as homeAssistant,image_gen'),
  TOOL_APPROVAL_MS: integer(1_000, 86_400_000)
    .default(600_000)
    .describe('a whole number of milliseconds from 1000 to 86400000'),
  OFFLINE: flag,
  TOOL_SOURCES: named(sourceNames, httpUrl)
    .default({})
    .describe(`name=address pairs, each name one of ${sourceNames.join(', ')}`),
  TOOL_KEYS: named(sourceNames, z.string().min(1))
    .default({})
    .meta({ description: `name=key pairs, each name one of ${sourceNames.join(', ')}`, secret: true }),
  QUEUE_LIMITS: queueLimits
    .default(defaultQueueLimits)
    .describe('lane=limit pairs such as chat=2,image=1,vision=1, each limit from 1 to 10000'),
  MAX_BODY_BYTES: integer(1024, 2 ** 30)
    .default(2 ** 20)
    .describe('a number of bytes from 1024 to 1073741824'),
  MAX_IMPORT_BYTES: integer(1024, 2 ** 30)
    .default(2 ** 24)
    .describe('a number of bytes from 1024 to 1073741824'),
  REQUEST_TIMEOUT_MS: integer(100, 3_600_000)
    .default(60_000)
    .describe('a whole number of milliseconds from 100 to 3600000'),
  RATE_LIMITS: rateLimits
    .default(defaultRateLimits)
    .describe('user=3000,address=9000 or one of them, each from 0 (no limit) to 1000000 requests a minute'),
  ROLES: roles.default([...role.options]).describe('one or more of api,generator,projector, separated by commas'),
  LEASE_MS: integer(500, 3_600_000).default(10_000).describe('a number of milliseconds from 500 to 3600000'),
  GATEWAY_PORT: integer(0, 65_535).optional().describe('a port from 0 to 65535 (0: any free one)'),
  GATEWAY_HOST: host
    .default('127.0.0.1')
    .describe('an address or host name; one that other machines reach needs GATEWAY_TLS_CERT and GATEWAY_TLS_KEY'),
  GATEWAY_TLS_CERT: z
    .string()
    .optional()
    .describe("the file of the certificate's chain, together with GATEWAY_TLS_KEY"),
  GATEWAY_TLS_KEY: z.string().optional().describe("the file of the certificate's key, together with GATEWAY_TLS_CERT"),
  GATEWAY_ANONYMOUS: flag.describe('0, or 1 where GATEWAY_HOST is a loopback address'),
  GATEWAY_WRITES: flag,
  PERSISTED_ONLY: flag.describe('0 or 1'),
  GRAPHIQL: choice.describe('0, or 1 without PERSISTED_ONLY'),
  INTROSPECTION: choice.describe('0 or 1'),
  METRICS_ACCESS: z
    .enum(['local', 'scope', 'anybody', 'nobody'])
    .default('local')
    .describe('local, scope, anybody or nobody'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
});

const isGoodPassword = (password: string, username: string): boolean => {
  try {
    checkNewPassword(password, username);
    return true;
  } catch {
    return false;
  }
};

/** What one variable allows depends on others. */
const consistent = variables.superRefine((values, context) => {
  const refuse = (name: keyof typeof values) => context.addIssue({ code: 'custom', path: [name], message: 'no' });
  if (values.PERSISTED_ONLY && values.GRAPHIQL) refuse('GRAPHIQL');
  if (values.ADMIN_PASSWORD !== undefined && !isGoodPassword(values.ADMIN_PASSWORD, values.ADMIN_USERNAME)) {
    refuse('ADMIN_PASSWORD');
  }
  const loopback = isLoopback(values.GATEWAY_HOST);
  if (values.GATEWAY_ANONYMOUS && !loopback) refuse('GATEWAY_ANONYMOUS');
  if (values.GATEWAY_TLS_CERT && !values.GATEWAY_TLS_KEY) refuse('GATEWAY_TLS_CERT');
  if (values.GATEWAY_TLS_KEY && !values.GATEWAY_TLS_CERT) refuse('GATEWAY_TLS_KEY');
  if (!loopback && !values.GATEWAY_TLS_CERT && !values.GATEWAY_TLS_KEY) refuse('GATEWAY_HOST');
});

type Env = Record<string, string | undefined>;

const complaint = (name: string, given: string | undefined) => {
  const meta = Object.entries(variables.shape)
    .find(([key]) => key === name)?.[1]
    .meta();
  const value = meta?.secret ? 'what is given' : JSON.stringify(given);
  return `${name}: ${value} is not accepted; it takes ${meta?.description}`;
};

/**
 * An empty string counts as unset.
 * @throws TurnlogError VALIDATION: a line for every wrong variable, with its name, its value (unless secret) and what it accepts
 */
export const readConfig = (env: Env) => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = consistent.safeParse(given);
  if (!parsed.success) {
    const wrong = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
    throw new TurnlogError('VALIDATION', wrong.map((name) => complaint(name, given[name])).join('\n'));
  }
  const values = parsed.data;
  const isDevelopment = isLoopback(values.HOST) && values.APP_URL === undefined;
  const graphiql = values.GRAPHIQL ?? (isDevelopment && !values.PERSISTED_ONLY);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    eventstoreUrl: values.EVENTSTORE_URL,
    ollamaUrl: values.OLLAMA_URL,
    openaiBaseUrl: values.OPENAI_BASE_URL,
    openaiApiKey: values.OPENAI_API_KEY,
    chatModel: values.CHAT_MODEL,
    adminUsername: values.ADMIN_USERNAME,
    adminPassword: values.ADMIN_PASSWORD,
    sessionSecret: values.SESSION_SECRET,
    appUrl: values.APP_URL,
    chatStreamGcMs: values.CHAT_STREAM_GC_MS,
    signUp: values.SIGN_UP,
    routerModel: values.ROUTER_MODEL,
    routerEmbedModel: values.ROUTER_EMBED_MODEL,
    offline: values.OFFLINE,
    toolApprovals: values.TOOL_APPROVALS,
    toolApprovalMs: values.TOOL_APPROVAL_MS,
    toolSources: { urls: values.TOOL_SOURCES, keys: values.TOOL_KEYS },
    queueLimits: values.QUEUE_LIMITS,
    maxBodyBytes: values.MAX_BODY_BYTES,
    maxImportBytes: values.MAX_IMPORT_BYTES,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    rateLimits: values.RATE_LIMITS,
    roles: values.ROLES,
    leaseMs: values.LEASE_MS,
    gateway: {
      port: values.GATEWAY_PORT,
      host: values.GATEWAY_HOST,
      tlsCert: values.GATEWAY_TLS_CERT,
      tlsKey: values.GATEWAY_TLS_KEY,
      anonymous: values.GATEWAY_ANONYMOUS,
      writes: values.GATEWAY_WRITES,
    },
    persistedOnly: values.PERSISTED_ONLY,
    graphiql,
    introspection: values.INTROSPECTION ?? (graphiql || isDevelopment),
    metricsAccess: values.METRICS_ACCESS,
    logLevel: values.LOG_LEVEL,
  };
};
export type Config = ReturnType<typeof readConfig>;

/**
 * The process's configuration: what its command line says, its environment under that, and under both the `.env` file of the
 * directory. Throws as `readConfig`.
 */
export const config = (flags: Env = {}, directory = process.cwd(), env: Env = process.env): Config => {
  const file = join(directory, '.env');
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return readConfig({ ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...env, ...given });
};
