import { Button } from '../ui/button.tsx';
import type { TurnState } from './turn-state.ts';

type Props = { turn: TurnState; onShow: (messageId: string) => void };

/** Above the message box while an answer is written on a branch that is not shown: the stop button means that one. */
export const Elsewhere = ({ turn: { answerId, status }, onShow }: Props) => (
  <div className="mx-auto flex w-full max-w-3xl items-center justify-between gap-3 px-6 pb-1 text-sm text-soft">
    <p role="status">
      {status === 'waiting' ? 'An answer waits on another branch.' : 'An answer is being written on another branch.'}
    </p>
    {answerId !== null && (
      <Button className="py-1" onClick={() => onShow(answerId)}>
        Show it
      </Button>
    )}
  </div>
);
