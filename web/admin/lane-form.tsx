import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Wrong } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';
import type { LaneSetting } from './documents.ts';

const names = { CHAT: 'Chat', IMAGE: 'Images', VISION: 'Vision' } as const;
const ENVIRONMENT = '';

type Props = { lane: LaneSetting; change: (limit: Record<string, unknown>) => Promise<unknown> };

/** How many turns of one lane run at once. */
export const LaneForm = ({ lane, change }: Props) => {
  const [mode, setMode] = useState<string>(lane.isSet ? lane.mode : ENVIRONMENT);
  const saving = useAction();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const numbers = [...new FormData(event.currentTarget)].filter(([name]) => name !== 'mode');
    const limit = Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)]));
    void saving.run(() => change({ lane: lane.lane, mode: mode || null, ...limit }));
  };
  const count = { type: 'number', min: 1, max: 10_000, required: true } as const;

  return (
    <form
      onSubmit={save}
      aria-label={names[lane.lane]}
      className="flex flex-col gap-3 rounded-xl border border-line bg-raised p-4"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-sm font-medium">{names[lane.lane]}</h3>
        <p className="text-sm text-soft">{lane.inForce} at once now</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="Limit" name="mode" value={mode} onChange={(event) => setMode(event.target.value)}>
          <option value={ENVIRONMENT}>As the environment says</option>
          <option value="FIXED">A number</option>
          <option value="SUGGESTED">What the machine suggests ({lane.suggested})</option>
          <option value="ADAPTIVE">As the load allows</option>
        </SelectField>
        {mode === 'FIXED' && <TextField label="Turns at once" name="limit" {...count} defaultValue={lane.inForce} />}
        {mode === 'ADAPTIVE' && (
          <>
            <div className="hidden sm:block" />
            <TextField label="At least" name="min" {...count} defaultValue={lane.min ?? 1} />
            <TextField label="At most" name="max" {...count} defaultValue={lane.max ?? Math.max(4, lane.suggested)} />
            <TextField
              label="Fewer when an answer takes longer to begin"
              hint="In milliseconds."
              name="firstTokenMs"
              type="number"
              min={100}
              max={600_000}
              required
              defaultValue={lane.firstTokenMs ?? 5_000}
            />
            <TextField
              label="Fewer when an answer comes slower"
              hint="In tokens a second."
              name="tokensPerSecond"
              type="number"
              min={0}
              max={10_000}
              step="any"
              required
              defaultValue={lane.tokensPerSecond ?? 5}
            />
          </>
        )}
      </div>
      <Wrong>{saving.error}</Wrong>
      <Button type="submit" disabled={saving.isBusy} className="self-start">
        Apply
      </Button>
    </form>
  );
};
