import { RefreshCw } from 'lucide-react';
import { BranchArrows } from './branch-arrows.tsx';
import { MessageToolbar } from './message-toolbar.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

type Props = {
  id: string;
  siblings: readonly string[];
  text: string;
  at: string | null;
  model: string | null;
  onSelect: (messageId: string) => void;
  onRegenerate: () => void;
};

/** Under an answer that has ended: the other answers to its question, and how to get one more. */
export const AnswerTools = ({ id, siblings, text, at, model, onSelect, onRegenerate }: Props) => (
  <div className="flex flex-wrap items-center gap-2.5">
    <BranchArrows id={id} siblings={siblings} of="answer" onSelect={onSelect} />
    <MessageToolbar text={text} at={at} model={model} side="start">
      <ToolbarButton label="Regenerate" icon={RefreshCw} onClick={onRegenerate} />
    </MessageToolbar>
  </div>
);
