import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ToolbarButton } from './toolbar-button.tsx';

type Props = {
  /** What is shown here, and the ids of all that could be, oldest first. */
  id: string;
  siblings: readonly string[];
  /** What they are, for who doesn't see where they stand. */
  of: 'question' | 'answer';
  onSelect: (messageId: string) => void;
};

/** Leads to what was said at the same place on other branches; nothing where there is no other. */
export const BranchArrows = ({ id, siblings, of, onSelect }: Props) => {
  if (siblings.length < 2) return null;
  const index = siblings.indexOf(id);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={`Versions of this ${of}`}
      data-version={id}
      data-versions={siblings.join(' ')}
      className="flex items-center text-xs text-soft tabular-nums"
    >
      <ToolbarButton
        label={`Previous ${of}`}
        icon={ChevronLeft}
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onSelect(previous)}
      />
      <span>
        <span aria-hidden="true">{`${index + 1}/${siblings.length}`}</span>
        <span className="sr-only">{`${of} ${index + 1} of ${siblings.length}`}</span>
      </span>
      <ToolbarButton
        label={`Next ${of}`}
        icon={ChevronRight}
        disabled={next === undefined}
        onClick={() => next !== undefined && onSelect(next)}
      />
    </div>
  );
};
