import { Braces } from 'lucide-react';
import { Card } from './card.tsx';

/** What stands deeper, or further down, is cut: nobody reads it, and a browser would choke on it. */
const DEEPEST = 6;
const LONGEST = 100;

const isLeaf = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value !== 'object';

const Node = ({ name, value, depth }: { name: string; value: unknown; depth: number }) => {
  if (isLeaf(value) || depth > DEEPEST) {
    return (
      <li>
        <span className="text-soft">{name}:</span> {isLeaf(value) ? String(value) : '…'}
      </li>
    );
  }
  const entries = Object.entries(value ?? {});
  return (
    <li>
      <details open={depth < 2}>
        <summary className="w-fit cursor-pointer rounded-md text-soft hover:text-ink">
          {name} <span className="text-xs">({entries.length})</span>
        </summary>
        <Nodes entries={entries} depth={depth + 1} />
      </details>
    </li>
  );
};

const Nodes = ({ entries, depth }: { entries: [string, unknown][]; depth: number }) => (
  <ul className="ml-1.5 space-y-0.5 border-l border-line pl-4">
    {entries.slice(0, LONGEST).map(([name, value]) => (
      <Node key={name} name={name} value={value} depth={depth} />
    ))}
    {entries.length > LONGEST && <li className="text-soft">{entries.length - LONGEST} more</li>}
  </ul>
);

/** A block that this client doesn't know. */
export const JsonTree = ({ title, json }: { title: string; json: unknown }) => (
  <Card title={title} icon={Braces}>
    <div className="text-sm">
      {isLeaf(json) ? String(json) : <Nodes entries={Object.entries(json ?? {})} depth={0} />}
    </div>
  </Card>
);
