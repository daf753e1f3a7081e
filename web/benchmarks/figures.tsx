/** Numbers with their names. */
export const Figures = ({ label, figures }: { label: string; figures: readonly (readonly [string, string])[] }) => (
  <dl aria-label={label} className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
    {figures.map(([name, value]) => (
      <div key={name} className="flex flex-col">
        <dt className="text-sm text-soft">{name}</dt>
        <dd className="font-serif text-2xl tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);
