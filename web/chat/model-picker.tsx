import type { Api } from '../graphql/api.ts';
import { useQuery } from '../graphql/use-query.ts';
import { ChangePreferences, PreferencesQuery } from '../settings/documents.ts';
import { ModelOptions } from '../ui/model-options.tsx';
import { useAction } from '../ui/use-action.ts';

/** Which model answers from now on, of all that are offered; nothing where there is no choice. */
export const ModelPicker = ({ api }: { api: Api }) => {
  const { data, reload } = useQuery(api, PreferencesQuery);
  const changing = useAction();
  if (!data || data.models.length < 2) return null;
  const { models, viewer } = data;
  const standard = models.find(({ isDefault }) => isDefault)?.id;
  const chosen = models.some(({ id }) => id === viewer.preferences.model) ? viewer.preferences.model : null;
  const choose = (model: string) =>
    void changing.run(async () => {
      await api.request(ChangePreferences, { input: { model: model || null } });
      await reload();
    });
  return (
    <div className="mx-auto -mt-2 flex w-full max-w-3xl items-center gap-2 px-7 pb-3 text-xs text-soft">
      <select
        aria-label="Model"
        value={chosen ?? ''}
        disabled={changing.isBusy}
        onChange={(event) => choose(event.target.value)}
        className="max-w-full cursor-pointer truncate rounded-md bg-transparent py-1 hover:text-ink"
      >
        <option value="">{`Default${standard ? ` (${standard})` : ''}`}</option>
        <ModelOptions models={models} />
      </select>
      {changing.error && <span role="alert">{changing.error}</span>}
    </div>
  );
};
