import { Handle, type NodeProps, Position } from '@xyflow/react';
import { useCardParts } from './card-context.ts';
import classes from './frame-card.module.css';
import type { FrameNode } from './frame-elements.ts';

/** The frame around the components that run for each item. */
export function FrameCard({ data: { componentId, name } }: NodeProps<FrameNode>) {
  const { actions, FrameItems } = useCardParts();
  return (
    <section className={classes.frame} aria-label={`Loop of ${name}`}>
      <Handle type="target" position={Position.Top} id="in" isConnectable={false} className={classes.handle ?? ''} />
      <div className={classes.label}>
        <span className={classes.name}>{name}: each item</span>
        {actions && (
          <button
            type="button"
            className={`${classes.add} nodrag nopan`}
            aria-label={`Add a component to the loop of ${name}`}
            onClick={(event) => {
              event.stopPropagation();
              const { right, top } = event.currentTarget.getBoundingClientRect();
              actions.addInside(componentId, { x: right, y: top });
            }}
          >
            Add
          </button>
        )}
        {FrameItems && <FrameItems componentId={componentId} />}
      </div>
    </section>
  );
}
