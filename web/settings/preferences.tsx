import { type FormEvent, useState } from 'react';
import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { ModelOptions } from '../ui/model-options.tsx';
import { Page, Section, Wrong } from '../ui/page.tsx';
import { showTheme, themeOf } from '../ui/theme.ts';
import { useAction } from '../ui/use-action.ts';
import { ChangePreferences, PreferencesQuery } from './documents.ts';

const languages = ['English', 'Deutsch', 'Français', 'Español', 'Italiano', 'Português', 'Polski', '日本語', '中文'];

const named = (value: string) => Object.entries(themeOf).find(([name]) => name === value)?.[1] ?? 'system';

/** A blank field goes back to the default. */
const textOf = (form: FormData, name: string): string | null => String(form.get(name) ?? '').trim() || null;
const numberOf = (form: FormData, name: string): number | null => {
  const text = textOf(form, name);
  return text === null ? null : Number(text);
};

export const Preferences = ({ api }: PageProps) => {
  const { data, error } = useQuery(api, PreferencesQuery);
  const [saved, setSaved] = useState(false);
  const saving = useAction();

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = {
      model: textOf(form, 'model'),
      temperature: numberOf(form, 'temperature'),
      maxTokens: numberOf(form, 'maxTokens'),
      ctxLimit: numberOf(form, 'ctxLimit'),
      language: textOf(form, 'language'),
      depth: form.get('depth'),
      candour: form.get('candour'),
      theme: form.get('theme'),
    };
    void saving.run(() => api.request(ChangePreferences, { input })).then(setSaved);
  };

  if (!data) return <Page name="Preferences">{error && <Wrong>{error}</Wrong>}</Page>;
  const { preferences } = data.viewer;
  const standard = data.models.find(({ isDefault }) => isDefault)?.id;
  return (
    <Page name="Preferences" intro="They hold from the next message on, in every conversation.">
      <form onSubmit={save} onChange={() => setSaved(false)} className="flex flex-col gap-8">
        <Section name="How you are answered">
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="Language"
              name="language"
              list="languages"
              maxLength={60}
              placeholder="As you write"
              defaultValue={preferences.language ?? ''}
            />
            <SelectField label="Depth" name="depth" defaultValue={preferences.depth}>
              <option value="BRIEF">Brief</option>
              <option value="BALANCED">Balanced</option>
              <option value="THOROUGH">Thorough</option>
            </SelectField>
            <SelectField label="Candour" name="candour" defaultValue={preferences.candour}>
              <option value="GENTLE">Gentle</option>
              <option value="PLAIN">Plain</option>
              <option value="BLUNT">Blunt</option>
            </SelectField>
          </div>
          <datalist id="languages">
            {languages.map((language) => (
              <option key={language} value={language} />
            ))}
          </datalist>
        </Section>
        <Section name="The model">
          <SelectField label="Model" name="model" defaultValue={preferences.model ?? ''}>
            <option value="">{standard ? `The default, now ${standard}` : 'The default'}</option>
            <ModelOptions models={data.models} />
          </SelectField>
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="Temperature"
              hint="0 is steady, 2 is wild."
              name="temperature"
              type="number"
              min={0}
              max={2}
              step={0.1}
              placeholder="0.7"
              defaultValue={preferences.temperature ?? ''}
            />
            <TextField
              label="Longest answer"
              hint="In tokens."
              name="maxTokens"
              type="number"
              min={16}
              max={131072}
              placeholder="2048"
              defaultValue={preferences.maxTokens ?? ''}
            />
            <TextField
              label="Context"
              hint="What the model sees, in tokens."
              name="ctxLimit"
              type="number"
              min={1024}
              max={1048576}
              placeholder="4096"
              defaultValue={preferences.ctxLimit ?? ''}
            />
          </div>
        </Section>
        <Section name="Looks">
          <SelectField
            label="Theme"
            name="theme"
            defaultValue={preferences.theme}
            onChange={(event) => showTheme(named(event.target.value))}
          >
            <option value="SYSTEM">As the system</option>
            <option value="LIGHT">Light</option>
            <option value="DARK">Dark</option>
          </SelectField>
        </Section>
        <Wrong>{saving.error}</Wrong>
        <div className="flex items-center gap-3">
          <Button kind="primary" type="submit" disabled={saving.isBusy}>
            Save
          </Button>
          <span role="status" className="text-sm text-soft">
            {saved && 'Saved.'}
          </span>
        </div>
      </form>
    </Page>
  );
};
