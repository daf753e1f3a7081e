import type { Metadata } from '@grpc/grpc-js';
import { isOwnStream } from '../../schema/streams.ts';
import type { Auth } from '../auth/auth.ts';
import type { Identity } from '../auth/identity.ts';
import { TurnlogError } from '../errors.ts';
import { isMetaStream, type StreamAcl, type StreamMetadataReader, subjectOf } from './stream-metadata.ts';

/** Who calls: the holder of a token, or whoever comes where everybody may. */
export type Caller = {
  readonly name: string;
  readonly identity: Identity | null;
  readonly reads: boolean;
  readonly writes: boolean;
};

/** What a stream's access list can refuse, by its key there. */
export type Verb = '$r' | '$w' | '$d';

export type AccessPolicy = {
  /** Nobody is asked for a token. */
  readonly anonymous: boolean;
  readonly writes: boolean;
  /** The gateway is the whole server: Turnlog's own streams may be written, too. */
  readonly standIn: boolean;
};

const ANONYMOUS = 'admin';
const EVERYBODY = '$all';

const forbidden = (message: string) => new TurnlogError('FORBIDDEN', message);

/** The password of HTTP's basic credentials; null where there are none. */
const passwordOf = (metadata: Metadata): string | null => {
  const found = /^basic\s+(\S+)$/i.exec(String(metadata.get('authorization')[0] ?? ''));
  if (!found?.[1]) return null;
  const text = Buffer.from(found[1], 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
};

type AccessDeps = { auth: Auth; policy: AccessPolicy; metadata: StreamMetadataReader };

export const openAccess = ({ auth, policy, metadata }: AccessDeps) => {
  const identify = async (sent: Metadata): Promise<Caller> => {
    if (policy.anonymous) return { name: ANONYMOUS, identity: null, reads: true, writes: true };
    const password = passwordOf(sent);
    const headers = { get: (name: string) => (name === 'authorization' ? `Bearer ${password}` : null) };
    const identity = password === null ? null : await auth.authenticate({ headers });
    if (!identity) throw new TurnlogError('UNAUTHENTICATED', 'an API token is needed as the password');
    const { username, scopes } = identity;
    return { name: username, identity, reads: scopes.includes('audit'), writes: scopes.includes('admin') };
  };

  /** A stream's own list, which a token is above: its scope was asked already. */
  const allows = (list: StreamAcl | undefined, verb: keyof StreamAcl, caller: Caller): boolean => {
    const allowed = list?.[verb];
    return caller.identity !== null || !allowed || allowed.includes(caller.name) || allowed.includes(EVERYBODY);
  };

  const checkList = async (caller: Caller, stream: string, verb: Verb) => {
    const { acl } = await metadata.of(subjectOf(stream));
    const key = isMetaStream(stream) ? (verb === '$r' ? '$mr' : '$mw') : verb;
    if (!allows(acl, key, caller)) throw forbidden(`access to stream ${stream} is denied`);
  };

  return {
    identify,

    /** @throws TurnlogError FORBIDDEN */
    async checkRead(caller: Caller, stream?: string): Promise<void> {
      if (!caller.reads) throw forbidden('reading takes a token with the scope audit');
      if (stream !== undefined) await checkList(caller, stream, '$r');
    },

    /** @throws TurnlogError FORBIDDEN */
    async checkWrite(caller: Caller, stream: string, verb: '$w' | '$d'): Promise<void> {
      if (!policy.writes) throw forbidden('nothing is written here: GATEWAY_WRITES=1 would allow it');
      if (!caller.writes) throw forbidden('writing takes a token with the scope admin');
      if (!policy.standIn && isOwnStream(subjectOf(stream))) throw forbidden(`Turnlog alone writes stream ${stream}`);
      await checkList(caller, stream, verb);
    },
  };
};

export type Access = ReturnType<typeof openAccess>;
