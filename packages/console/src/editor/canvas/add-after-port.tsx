import { IconPlus } from '@tabler/icons-react';
import { useDraft } from '../editor-context.ts';
import type { CardActions } from './card-context.ts';
import classes from './component-card.module.css';

interface AddAfterPortProps {
  componentId: string;
  port: string;
  onAdd: CardActions['addAfter'];
}

/** `+` at a port that is not connected yet. */
export function AddAfterPort({ componentId, port, onAdd }: AddAfterPortProps) {
  // From the draft: React Flow's own store changes with every frame of a pan, for hundreds of ports.
  const isTaken = useDraft(({ draft }) =>
    draft.connections.some((connection) => connection.from === componentId && connection.port === port),
  );
  if (isTaken) return null;
  return (
    <button
      type="button"
      className={`${classes.add} nodrag nopan`}
      aria-label={`Add a component after ${port}`}
      title="Add a component here"
      onClick={(event) => {
        event.stopPropagation();
        const { right, top } = event.currentTarget.getBoundingClientRect();
        onAdd(componentId, port, { x: right, y: top });
      }}
    >
      <IconPlus size={12} stroke={2.4} aria-hidden />
    </button>
  );
}
