import type { Api } from '../graphql/api.ts';
import { useQuery } from '../graphql/use-query.ts';
import { PreferencesQuery } from '../settings/documents.ts';

const forModels = [
  'Explain why the tide turns twice a day, with a table.',
  'Write a function that finds the longest common prefix of a list of words.',
  'Plan a week of suppers for two, without meat.',
  'What should I ask before I rent a flat?',
];
/** What the tools answer by themselves. */
const forTools = [
  'What is 15% of 86.40?',
  'How many days until Christmas?',
  'Define serendipity',
  'What phase is the moon in tonight?',
];

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-md border border-line bg-raised px-1.5 py-0.5 font-sans text-xs">{children}</kbd>
);

/** Before the first message: what one could ask, and what the message box can do. */
export const Empty = ({ api, onAsk }: { api: Api; onAsk: (text: string) => void }) => {
  const { data } = useQuery(api, PreferencesQuery);
  const hasModel = data?.models.some(({ provider }) => provider !== 'scripted') ?? true;
  const examples = hasModel ? forModels : forTools;
  return (
    <div className="flex flex-1 flex-col items-center overflow-y-auto p-6">
      <div className="my-auto flex w-full max-w-2xl flex-col gap-6">
        <div className="flex flex-col gap-2 text-center">
          <h1 className="font-serif text-3xl tracking-tight">What would you like to know?</h1>
          <p className="mx-auto max-w-md text-soft">
            Every answer is kept as it is written. Reload, go offline, come back on another device: it goes on where it
            was.
          </p>
          {!hasModel && (
            <p className="mx-auto max-w-md text-sm text-soft">
              No language model is attached yet, so a script answers, and the tools that need none. Start Ollama on this
              machine, or set <code>OPENAI_BASE_URL</code>.
            </p>
          )}
        </div>
        {/* Unseen until it is known which fit, lest they change under the pointer. */}
        <ul aria-label="Examples" className={`grid gap-2 sm:grid-cols-2 ${data ? '' : 'invisible'}`}>
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => onAsk(example)}
                className="h-full w-full cursor-pointer rounded-xl border border-line px-4 py-3 text-left text-sm transition-colors hover:bg-hover"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
        <p className="text-center text-sm leading-7 text-soft pointer-coarse:hidden">
          <Key>Enter</Key> sends, <Key>Shift</Key> <Key>Enter</Key> begins a line, <Key>Esc</Key> stops an answer. A
          long text that you paste is attached.
        </p>
        {data?.router.isEmbedded && (
          <p className="text-center text-xs text-soft">
            No embedding server answers, so the built-in word model finds the tool that a message needs.
          </p>
        )}
      </div>
    </div>
  );
};
