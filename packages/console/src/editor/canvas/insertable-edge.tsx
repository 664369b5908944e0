import { IconPlus } from '@tabler/icons-react';
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './insertable-edge.module.css';
import { usePicked } from '../../ui/value-store.ts';
import type { ConnectionData } from './canvas-elements.ts';
import { useCardParts } from './card-context.ts';
import { isTaken } from './taken-connection.ts';
import { type InsertBetween, useInsertBetween } from './insert-between.ts';

/**
 * A connection. While it has the pointer or is selected, a `+` in its middle inserts a component there: a `+` for each
 * of hundreds of connections would make every edit slow.
 */
export function InsertableEdge({ id, selected, data, ...ends }: EdgeProps) {
  const insert = useInsertBetween();
  const { liveRun } = useCardParts();
  const { source, sourceHandleId, target } = ends;
  const { hovered, pinning } = (data ?? {}) as ConnectionData;
  const taken = usePicked(liveRun, (run) =>
    isTaken(run, { source, target, sourceHandleId: sourceHandleId ?? '', pinning }),
  );
  const [path, x, y] = getBezierPath(ends);
  // The button follows the connection in the document, so the pointer leaves one for the other.
  const [isOver, setIsOver] = useState(false);
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={24}
        className={taken === null ? '' : classes[taken ? 'taken' : 'left']}
      />
      {insert && (selected === true || hovered === true || isOver) && (
        <InsertButton x={x} y={y} onOver={setIsOver} onInsert={(at) => insert(id, at)} />
      )}
    </>
  );
}

interface InsertButtonProps {
  x: number;
  y: number;
  onOver: (isOver: boolean) => void;
  onInsert: (at: Parameters<NonNullable<InsertBetween>>[1]) => void;
}

function InsertButton({ x, y, onOver, onInsert }: InsertButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (button.current) button.current.style.transform = `translate(-50%, -50%) translate(${x}px, ${y}px)`;
  }, [x, y]);
  return (
    <EdgeLabelRenderer>
      <button
        ref={button}
        type="button"
        className={`${classes.insert} nodrag nopan`}
        aria-label="Insert a component here"
        title="Insert a component here"
        onMouseEnter={() => onOver(true)}
        onMouseLeave={() => onOver(false)}
        onClick={(event) => {
          const { right, top } = event.currentTarget.getBoundingClientRect();
          onInsert({ x: right, y: top });
        }}
      >
        <IconPlus size={12} stroke={2.4} aria-hidden />
      </button>
    </EdgeLabelRenderer>
  );
}
