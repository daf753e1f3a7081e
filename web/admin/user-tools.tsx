import { Dialog } from '@base-ui/react/dialog';
import { useMemo, useState } from 'react';
import type { Api } from '../graphql/api.ts';
import { useQuery } from '../graphql/use-query.ts';
import { DenyTools, ToolUseOf } from '../settings/tool-documents.ts';
import { Button } from '../ui/button.tsx';
import { backdrop, popup } from '../ui/dialog.ts';
import { Rows, Wrong } from '../ui/page.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { useAction } from '../ui/use-action.ts';

type Props = { api: Api; user: { id: string; username: string } };

const Gates = ({ api, userId }: { api: Api; userId: string }) => {
  const variables = useMemo(() => ({ userId }), [userId]);
  const { data, error } = useQuery(api, ToolUseOf, variables);
  const [changed, setChanged] = useState<NonNullable<typeof data>['toolUseOf'] | null>(null);
  const saving = useAction();
  const use = changed ?? data?.toolUseOf;
  if (!use) return <Wrong>{error}</Wrong>;
  const turn = (tool: string, isOn: boolean) => {
    const tools = use.tools.filter(({ id, isDenied }) => (id === tool ? !isOn : isDenied)).map(({ id }) => id);
    void saving.run(async () => setChanged((await api.request(DenyTools, { userId, tools })).denyTools));
  };
  return (
    <>
      <Wrong>{saving.error}</Wrong>
      <Rows label="Tools">
        {use.tools.map(({ id, name, isDenied }) => (
          <SwitchRow
            key={id}
            label={name}
            isOn={!isDenied}
            disabled={saving.isBusy}
            onChange={(isOn) => turn(id, isOn)}
          />
        ))}
      </Rows>
    </>
  );
};

/** Which tools somebody may have. */
export const UserTools = ({ api, user: { id, username } }: Props) => (
  <Dialog.Root>
    <Dialog.Trigger render={<Button aria-label={`Tools of ${username}`}>Tools</Button>} />
    <Dialog.Portal>
      <Dialog.Backdrop className={backdrop} />
      <Dialog.Popup className={popup}>
        <div>
          <Dialog.Title className="font-serif text-xl">Tools of {username}</Dialog.Title>
          <Dialog.Description className="text-sm text-soft">
            What is off here, {username} cannot turn on.
          </Dialog.Description>
        </div>
        <Gates api={api} userId={id} />
        <Dialog.Close render={<Button className="self-end">Done</Button>} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
