import { useQueries, useQuery } from '@tanstack/react-query';
import { isTerminal, type Definition } from '@workflow/workflow-model';
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { itemsQuery, stepsQuery } from '../../api/queries/sessions.ts';
import type { Session, Step } from '../../api/types.ts';
import { hasFrame } from '../../editor/layout/frames.ts';
import classes from '../../editor/canvas/frame-card.module.css';
import { SessionLink } from '../sessions/session-link.tsx';

/** The items of bodies that are drawn in their frames. */
interface DrawnItems {
  /** The steps of the chosen items. */
  steps: readonly Step[];
  /** Shows the chosen item of a frame, and chooses another one. */
  FrameItems: ComponentType<{ componentId: string }> | undefined;
}

/** Reads the items that the bodies of a session ran. A frame draws one of them, at first one that failed. */
export function useItems(session: Session | null, definition: Definition): DrawnItems {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Session>>(new Map());
  const choose = useCallback(
    (componentId: string, item: Session) => setChosen((before) => new Map(before).set(componentId, item)),
    [],
  );
  const steps = useQueries({
    queries: [...chosen.values()].map(({ id }) => stepsQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const FrameItems = useMemo(() => {
    if (session === null || !definition.components.some(hasFrame)) return;
    const outer = new Map(definition.components.map(({ id, within }) => [id, within]));
    return function Items({ componentId }: { componentId: string }) {
      const around = chosen.get(outer.get(componentId) ?? '');
      return (
        <ItemChoice
          key={around?.id ?? session.id}
          parent={around ?? session}
          componentId={componentId}
          chosen={chosen.get(componentId) ?? null}
          onChoose={choose}
        />
      );
    };
  }, [session, definition, chosen, choose]);
  return { steps, FrameItems };
}

interface ItemChoiceProps {
  parent: Session;
  componentId: string;
  chosen: Session | null;
  onChoose: (componentId: string, item: Session) => void;
}

function ItemChoice({ parent, componentId, chosen, onChoose }: ItemChoiceProps) {
  const found = useQuery(itemsQuery(parent.id, componentId, !isTerminal(parent.status)));
  const items = found.data ?? [];
  const known = items.findIndex(({ id }) => id === chosen?.id);
  const wanted = known < 0 ? (items.find(({ status }) => status === 'FAILED') ?? items[0]) : undefined;
  useEffect(() => {
    if (wanted !== undefined) onChoose(componentId, wanted);
  }, [componentId, wanted, onChoose]);
  if (known < 0) return null;
  const go = (index: number) => {
    const item = items[index];
    if (item !== undefined) onChoose(componentId, item);
  };
  return (
    <span className={`${classes.items} nodrag nopan`}>
      <button type="button" className={classes.item} disabled={known === 0} onClick={() => go(known - 1)}>
        Previous
      </button>
      <SessionLink id={items[known]?.id ?? ''}>
        Item {known + 1} of {items.length}
      </SessionLink>
      <button
        type="button"
        className={classes.item}
        disabled={known === items.length - 1}
        onClick={() => go(known + 1)}
      >
        Next
      </button>
    </span>
  );
}
