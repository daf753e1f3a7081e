import { type DestinationStream, type Level, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

const secrets = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'token',
  'secret',
  'apiKey',
  'adminPassword',
  'sessionSecret',
  'openaiApiKey',
  'databaseUrl',
];
const within = (outer: string) =>
  secrets.map((name) => (name.startsWith('[') ? `${outer}${name}` : `${outer}.${name}`));
const paths = [...secrets, ...within('*'), ...within('*.*')];

/**
 * An error as its type, message, stack, code and causes. A database error's other fields quote the statement's values,
 * which are what users wrote.
 */
const errorFields = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const errors = error instanceof AggregateError ? error.errors.map(errorFields) : undefined;
  return { type: name, message, code, stack, cause: errorFields(cause), errors };
};

/** JSON lines, to standard output unless a stream is given. Pass an error as `{ err }`. Secrets are censored up to two objects deep. */
export const createLog = (level: Level | 'silent', stream?: DestinationStream): Log => {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths, censor: '[secret]' },
  };
  return stream ? pino(options, stream) : pino(options);
};
