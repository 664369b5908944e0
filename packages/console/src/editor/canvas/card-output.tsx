import { IconPin } from '@tabler/icons-react';
import type { Json } from '@workflow/workflow-model';
import { texts } from '../../texts/canvas.ts';
import { usePicked } from '../value-store.ts';
import { useCardParts } from './card-context.ts';
import classes from './component-card.module.css';

const MAX_SHOWN = 80;

/** Below a card: the output that is pinned, else that of its last step. The panel shows all of it. */
export function CardOutput({ componentId }: { componentId: string }) {
  const { lastSteps, pins } = useCardParts();
  const pinned = usePicked(pins, (all) => all[componentId]);
  const step = usePicked(lastSteps, (all) => all.get(componentId));
  const output = pinned ?? (step?.output as Json | undefined);
  if (output === undefined || output === null) return null;
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return (
    <div className={classes.output} data-pinned={pinned !== undefined || undefined}>
      {pinned !== undefined && <IconPin size={12} role="img" aria-label={texts.pinned} />}
      <span>{text.slice(0, MAX_SHOWN)}</span>
    </div>
  );
}
