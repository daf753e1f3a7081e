import { Trophy } from 'lucide-react';
import { Days } from '../ui/days.tsx';
import type { BlockProps } from './block.ts';
import { Card } from './card.tsx';

type Game = BlockProps<'score'>['block']['games'][number];

const GameView = ({ game: { home, away, homeScore, awayScore, status, date } }: { game: Game }) => (
  <li className="py-2 first:pt-0.5 last:pb-0">
    <p className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-baseline gap-3">
      <span className="text-right">{home}</span>
      <span className="min-w-14 rounded-md bg-hover px-2 text-center font-medium tabular-nums">
        {homeScore === null || awayScore === null ? '–' : `${homeScore} : ${awayScore}`}
      </span>
      <span>{away}</span>
    </p>
    <p className="text-center text-xs text-soft">
      <Days in={[date, status].filter(Boolean).join(' · ')} />
    </p>
  </li>
);

export const Score = ({ block: { title, games } }: BlockProps<'score'>) => (
  <Card title={title} icon={Trophy}>
    <ul className="divide-y divide-line">
      {games.map((game, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two teams may play twice a day
        <GameView key={index} game={game} />
      ))}
    </ul>
  </Card>
);
