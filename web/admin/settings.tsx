import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { SelectField } from '../ui/field.tsx';
import { ModelOptions } from '../ui/model-options.tsx';
import { Page, Section, Wrong } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';
import { ChangeSettings, SettingsQuery } from './documents.ts';
import { LaneForm } from './lane-form.tsx';

export const Settings = ({ api }: PageProps) => {
  const { data, error, reload } = useQuery(api, SettingsQuery);
  const changing = useAction();
  const change = async (input: Record<string, unknown>) => {
    await api.request(ChangeSettings, { input });
    await reload();
  };

  if (!data) return <Page name="Settings">{error && <Wrong>{error}</Wrong>}</Page>;
  const { lanes, machine, defaultModel, routerModel, signUp } = data.settings;
  return (
    <Page name="Settings" intro="For everybody. What you change here takes effect at once.">
      <Section
        name="How many answers are written at once"
        hint={`This machine has ${machine.cores} cores and ${machine.memoryGib} GiB of memory.`}
      >
        {lanes.map((lane) => (
          <LaneForm key={lane.lane} lane={lane} change={(limit) => change({ lanes: [limit] })} />
        ))}
      </Section>
      <Section name="The model">
        <SelectField
          label="Answers where nobody chooses one"
          value={defaultModel ?? ''}
          onChange={(event) => void changing.run(() => change({ defaultModel: event.target.value || null }))}
        >
          <option value="">As the environment says</option>
          <ModelOptions models={data.models} />
        </SelectField>
      </Section>
      <Section name="Tools">
        <p className="text-sm text-soft">
          {data.router.isEmbedded
            ? 'No embedding server answers: messages find their tools by the embedded embedder.'
            : `Messages find their tools by ${data.router.embedder}.`}
        </p>
        <SelectField
          label="Chooses where several tools could be meant"
          value={routerModel ?? ''}
          onChange={(event) => void changing.run(() => change({ routerModel: event.target.value || null }))}
        >
          <option value="">As the environment says, else the model above</option>
          <ModelOptions models={data.models} />
        </SelectField>
      </Section>
      <Section name="New accounts">
        <SelectField
          label="Sign-up"
          value={signUp}
          onChange={(event) => void changing.run(() => change({ signUp: event.target.value }))}
        >
          <option value="INVITATION">By an administrator’s invitation</option>
          <option value="OFF">Off</option>
        </SelectField>
      </Section>
      <Wrong>{changing.error}</Wrong>
    </Page>
  );
};
