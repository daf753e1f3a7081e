import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { statuses } from './documents.ts';

export type TurnFilters = {
  readonly user: { readonly id: string; readonly name: string | null } | null;
  readonly model: string;
  readonly status: string;
  /** Days as in 2030-01-31, in the reader's own time; empty for no bound. */
  readonly from: string;
  readonly to: string;
};
export const NO_FILTERS: TurnFilters = { user: null, model: '', status: '', from: '', to: '' };

const TYPING_MS = 300;

const startOf = (day: string, daysLater = 0): string | null => {
  if (!day) return null;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
};

/** As the query takes them; both days count. */
export const variablesOf = ({ user, model, status, from, to }: TurnFilters) => ({
  userId: user?.id ?? null,
  model: model || null,
  status: status || null,
  from: startOf(from),
  to: startOf(to, 1),
});

type Props = { filters: TurnFilters; onChange: (filters: TurnFilters) => void };

export const Filters = ({ filters, onChange }: Props) => {
  const [model, setModel] = useState(filters.model);
  useEffect(() => {
    if (model === filters.model) return;
    const timer = setTimeout(() => onChange({ ...filters, model }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [model, filters, onChange]);

  return (
    <search className="grid grid-cols-2 items-end gap-3 md:grid-cols-4">
      <TextField label="Model" value={model} onChange={({ target }) => setModel(target.value.trim())} />
      <SelectField
        label="Outcome"
        value={filters.status}
        onChange={({ target }) => onChange({ ...filters, status: target.value })}
      >
        <option value="">any</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {status.toLowerCase()}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From"
        type="date"
        value={filters.from}
        onChange={({ target }) => onChange({ ...filters, from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={filters.to}
        onChange={({ target }) => onChange({ ...filters, to: target.value })}
      />
      {filters.user && (
        <Button
          className="col-span-2 flex items-center gap-2 justify-self-start"
          onClick={() => onChange({ ...filters, user: null })}
        >
          Only {filters.user.name ?? filters.user.id}
          <X className="size-4" aria-label="Show everybody's" />
        </Button>
      )}
    </search>
  );
};
