import type { Scope } from '../../../server/auth/scopes.ts';

/** What ids stand for; `makers` in world.ts says how a person comes to have one of each. */
export type IdKind =
  | 'conversation'
  | 'turn'
  | 'apiToken'
  | 'project'
  | 'message'
  | 'answer'
  | 'beginning'
  | 'user'
  | 'session'
  | 'invitation';

/** Stands for the id of something of the caller's own, among what is given. */
export class Mine {
  readonly kind: IdKind;
  constructor(kind: IdKind) {
    this.kind = kind;
  }
}
export const mine = (kind: IdKind): Mine => new Mine(kind);

/** Arguments, or a JSON body, beside the id. */
export type Given = Record<string, unknown>;

export type Entry =
  /** Takes no id; tells and changes what is the caller's, and nothing else. */
  | { readonly who: 'own'; readonly given: Given }
  /** Takes an id of this kind, and answers its owner alone: to anybody else it is missing, or passed over as a missing one is. */
  | { readonly who: 'owner'; readonly kind: IdKind; readonly given: Given; readonly foreign: 'missing' | 'passed over' }
  /** Needs a scope that a user doesn't have; takes anybody's id of this kind, where it takes one. */
  | { readonly who: 'scope'; readonly scope: Scope; readonly given: Given; readonly kind: IdKind }
  /** Answers everybody, with nothing that is anybody's. */
  | { readonly who: 'anybody'; readonly why: string }
  /** Its own test below says how it keeps people apart. */
  | { readonly who: 'tested'; readonly by: string };

export const own = (given: Given = {}): Entry => ({ who: 'own', given });
export const owner = (kind: IdKind, given: Given = {}): Entry => ({ who: 'owner', kind, given, foreign: 'missing' });
export const filter = (kind: IdKind, given: Given = {}): Entry => ({
  who: 'owner',
  kind,
  given,
  foreign: 'passed over',
});
export const scope = (needed: Scope, given: Given = {}, kind: IdKind = 'user'): Entry => ({
  who: 'scope',
  scope: needed,
  given,
  kind,
});
export const anybody = (why: string): Entry => ({ who: 'anybody', why });
export const tested = (by: string): Entry => ({ who: 'tested', by });
