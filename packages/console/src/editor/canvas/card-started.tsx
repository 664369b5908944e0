import { usePicked, type ValueStore } from '../../ui/value-store.ts';
import classes from './component-card.module.css';

interface CardStartedProps {
  started: ValueStore<ReadonlyMap<string, string>>;
  componentId: string;
}

/** Below a card: how many sessions the component started, and what became of them. */
export function CardStarted({ started, componentId }: CardStartedProps) {
  const words = usePicked(started, (all) => all.get(componentId));
  if (words === undefined) return null;
  return <div className={classes.started}>{words}</div>;
}
