import { useState } from 'react';
import type { Session, Step } from '../../api/types.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useNow } from '../../ui/time.tsx';
import { partsOf } from '../../features/sessions/conversation-turns.ts';
import { stepKey, stepPlace } from './step-key.ts';
import classes from './step-timeline.module.css';
import { axisOf, WHOLE, zoomed } from './time-axis.ts';
import { ZoomBar } from './zoom-bar.tsx';
import { SessionWarning } from './session-warning.tsx';
import { StepTimelineRow } from './step-timeline-row.tsx';

interface StepTimelineProps {
  session: Session;
  steps: Step[];
  /** All steps, with the turns and calls of agents. */
  parts: Step[];
  nameOf: (componentId: string) => string;
  /** The key of the step that is open. */
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

/**
 * All steps on the time axis of their run, which begins with its first step: how long the session waited for an
 * executor is among its facts. Selecting a step shows its input, output and error.
 */
export function StepTimeline({ session, steps, parts, nameOf, chosen, onChoose }: StepTimelineProps) {
  const now = useNow();
  const [zoom, setZoom] = useState(WHOLE);
  if (steps.length === 0) {
    return <EmptyState title="No steps yet" />;
  }
  const ordered = steps.toSorted((left, right) => left.startedAt.localeCompare(right.startedAt));
  const tries = Map.groupBy(ordered, stepPlace);
  const axes = new Map([...Map.groupBy(ordered, ({ run }) => run)].map(([run, own]) => [run, axisOf(own, now)]));
  return (
    <>
      <SessionWarning steps={steps} />
      <ZoomBar zoom={zoom} onChange={setZoom} />
      <ol className={classes.list}>
        {ordered.map((step) => {
          const key = stepKey(step);
          return (
            <StepTimelineRow
              key={key}
              session={session}
              step={step}
              tries={tries.get(stepPlace(step)) ?? []}
              parts={partsOf(parts, step)}
              name={nameOf(step.componentId)}
              axis={zoomed(axes.get(step.run) ?? axisOf([step], now), zoom)}
              isOpen={chosen === key}
              onToggle={() => onChoose(chosen === key ? null : key)}
            />
          );
        })}
      </ol>
    </>
  );
}
