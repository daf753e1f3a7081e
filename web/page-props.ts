import type { Api } from './graphql/api.ts';
import type { User } from './session/session.ts';

/** What every page beside the chat is given. */
export type PageProps = { api: Api; user: User };
