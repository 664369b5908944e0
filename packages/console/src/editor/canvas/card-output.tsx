import { IconPin } from '@tabler/icons-react';
import { receivesRequests } from '@workflow/components/descriptors';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { usePicked } from '../../ui/value-store.ts';
import { useCardParts } from './card-context.ts';
import classes from './component-card.module.css';

const MAX_SHOWN = 80;

/** Shows below a card the pinned output, or the output or failure of its last step. The panel shows all of it. */
export function CardOutput({ component }: { component: Component }) {
  const { lastSteps, liveRun, pins } = useCardParts();
  // The step of a run that is followed already has a mark.
  const isLive = usePicked(liveRun, (run) => run?.lastSteps.has(component.id) ?? false);
  const pinned = usePicked(pins, (all) => all[component.id]);
  const step = usePicked(lastSteps, (all) => all.get(component.id));
  if (pinned === undefined && step?.status === 'FAILED' && !isLive)
    return (
      <div className={classes.output} data-failed>
        <span>Last run failed: {(step.error?.message ?? '').slice(0, MAX_SHOWN)}</span>
      </div>
    );
  const output = pinned ?? (step?.output as Json | undefined);
  if (output === undefined || output === null) return null;
  const shown = receivesRequests(component.type) ? bodyOf(output) : output;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return (
    <div className={classes.output} data-pinned={pinned !== undefined || undefined}>
      {pinned !== undefined && (
        <b className={classes.pinned} role="img" aria-label="Pinned">
          <IconPin size={12} />
          Pinned
        </b>
      )}
      <span>{text.slice(0, MAX_SHOWN)}</span>
    </div>
  );
}

/** The body of the received request that a trigger outputs as one JSON text; what is something else stays as it is. */
function bodyOf(output: Json): Json {
  try {
    return (JSON.parse(String(Object.values(output as JsonObject)[0])) as { body?: Json }).body ?? output;
  } catch {
    return output;
  }
}
