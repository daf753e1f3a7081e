import { useMemo, useState } from 'react';
import { useQuery } from '../graphql/use-query.ts';
import type { PageProps } from '../page-props.ts';
import { AsTable } from '../ui/as-table.tsx';
import { showDay } from '../ui/days.tsx';
import { SelectField } from '../ui/field.tsx';
import { Page, Section, Wrong } from '../ui/page.tsx';
import { Bars, Columns } from './charts.tsx';
import { type UsageGroup, UsageQuery } from './documents.ts';
import { daysBetween, lastDays, type MeasureName, measureNames, measures, sayTime } from './measures.ts';

const SPANS = [7, 30, 90, 365];

const DayTable = ({ days }: { days: readonly UsageGroup[] }) => (
  <AsTable
    label="Usage by day"
    heads={['Day', 'Turns', 'Failed', 'Cancelled', 'Tokens in', 'Tokens out', 'Waiting', 'Answering']}
    rows={days.map(({ day, turns, failed, cancelled, promptTokens, completionTokens, waitingMs, answeringMs }) => ({
      name: day ? showDay(day) : '',
      cells: [
        ...[turns, failed, cancelled, promptTokens, completionTokens].map((count) => count.toLocaleString()),
        sayTime(waitingMs),
        sayTime(answeringMs),
      ],
    }))}
  />
);

/** What everybody used: by day, by user and by model. */
export const Usage = ({ api }: PageProps) => {
  const [span, setSpan] = useState(30);
  const [measured, setMeasured] = useState<MeasureName>('tokens');
  const variables = useMemo(() => lastDays(span, Date.now()), [span]);
  const { data, error } = useQuery(api, UsageQuery, variables);
  const { name, of, say } = measures[measured];

  const barOf = (group: UsageGroup, key: string, named: string) => {
    const value = of(group);
    return { key, name: named, value, said: say(value) };
  };
  const known = new Map(data?.byDay.map((group) => [group.day, group]));
  const columns = daysBetween(variables.from, variables.to).map((day) => {
    const group = known.get(day);
    return group ? barOf(group, day, showDay(day)) : { key: day, name: showDay(day), value: 0, said: say(0) };
  });
  const total = columns.reduce((sum, { value }) => sum + value, 0);

  return (
    <Page name="Usage" wide intro="Turns that have ended, in days of UTC. That you look is recorded.">
      <div className="grid max-w-md grid-cols-2 gap-3">
        <SelectField label="Days" value={span} onChange={({ target }) => setSpan(Number(target.value))}>
          {SPANS.map((days) => (
            <option key={days} value={days}>
              the last {days}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Shown"
          value={measured}
          onChange={({ target }) => setMeasured(measureNames.find((one) => one === target.value) ?? 'tokens')}
        >
          {measureNames.map((one) => (
            <option key={one} value={one}>
              {measures[one].name}
            </option>
          ))}
        </SelectField>
      </div>
      <Wrong>{error}</Wrong>
      {data && (
        <>
          <Section name={`${name} by day`} hint={`${say(total)} in all`}>
            <Columns label={`${name} by day`} bars={columns} />
            <DayTable days={data.byDay} />
          </Section>
          <div className="grid gap-8 md:grid-cols-2">
            <Section name={`${name} by user`}>
              <Bars
                label={`${name} by user`}
                bars={data.byUser.map((group) =>
                  barOf(group, group.userId ?? '', group.username ?? group.userId ?? 'nobody'),
                )}
              />
            </Section>
            <Section name={`${name} by model`}>
              <Bars
                label={`${name} by model`}
                bars={data.byModel.map((group) => barOf(group, group.model ?? '', group.model || 'ended without one'))}
              />
            </Section>
          </div>
        </>
      )}
    </Page>
  );
};
