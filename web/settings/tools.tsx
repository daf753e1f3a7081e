import { useState } from 'react';
import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { Page, Rows, Section, Wrong } from '../ui/page.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { useAction } from '../ui/use-action.ts';
import { SetToolUse, type Tool, ToolUseQuery } from './tool-documents.ts';

const hintOf = ({ description, isDenied }: Tool): string =>
  isDenied ? `${description} An administrator keeps it from you.` : description;

export const Tools = ({ api }: PageProps) => {
  const { data, error } = useQuery(api, ToolUseQuery);
  const [changed, setChanged] = useState<NonNullable<typeof data>['toolUse'] | null>(null);
  const saving = useAction();
  const use = changed ?? data?.toolUse;
  const set = (input: { offline?: boolean; disabled?: string[] }) =>
    void saving.run(async () => setChanged((await api.request(SetToolUse, { input })).setToolUse));

  if (!use) return <Page name="Tools">{error && <Wrong>{error}</Wrong>}</Page>;
  const turn = (tool: Tool, isOn: boolean) =>
    set({
      disabled: use.tools.filter(({ id, ...other }) => (id === tool.id ? !isOn : !other.isOn)).map(({ id }) => id),
    });
  const isOffline = use.offline || use.serverOffline;
  const row = (tool: Tool) => (
    <SwitchRow
      key={tool.id}
      label={tool.name}
      hint={hintOf(tool)}
      isOn={tool.isOn && !tool.isDenied}
      disabled={saving.isBusy || tool.isDenied}
      onChange={(isOn) => turn(tool, isOn)}
    />
  );
  return (
    <Page
      name="Tools"
      intro="A message that calls for one is answered with what it finds. They hold from the next message on."
    >
      <Wrong>{saving.error}</Wrong>
      <Rows label="Network">
        <SwitchRow
          label="Offline mode"
          hint={
            use.serverOffline
              ? 'This server is offline: no tool uses the network.'
              : 'No tool uses the network for you; those that need it say so.'
          }
          isOn={isOffline}
          disabled={saving.isBusy || use.serverOffline}
          onChange={(offline) => set({ offline })}
        />
      </Rows>
      <Section name="Without a network" hint="They work with what this server holds.">
        <Rows label="Without a network">{use.tools.filter(({ needsNetwork }) => !needsNetwork).map(row)}</Rows>
      </Section>
      <Section
        name="By the network"
        hint={isOffline ? 'Not now: offline mode is on.' : 'They ask public sources, and send them what is asked.'}
      >
        <Rows label="By the network">{use.tools.filter(({ needsNetwork }) => needsNetwork).map(row)}</Rows>
      </Section>
    </Page>
  );
};
