import { conversations } from './conversations.ts';
import { messages } from './messages.ts';
import { preferences } from './preferences.ts';
import type { Projection } from './projection.ts';
import { projects } from './projects.ts';
import { search } from './search.ts';
import { turns } from './turns.ts';
import { usage } from './usage.ts';

/** Every read model. A new one is one file and one line here. */
export const projections: readonly Projection[] = [
  conversations,
  messages,
  turns,
  projects,
  search,
  usage,
  preferences,
];
