import type { Session, Step } from '../api/types.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useNow } from '../ui/time.tsx';
import classes from './step-timeline.module.css';
import { StepTimelineRow } from './step-timeline-row.tsx';

interface StepTimelineProps {
  session: Session;
  steps: Step[];
  nameOf: (componentId: string) => string;
  chosen: string | null;
  onChoose: (componentId: string | null) => void;
}

/** Every step on one axis of time; choosing one shows its input, output and error. */
export function StepTimeline({ session, steps, nameOf, chosen, onChoose }: StepTimelineProps) {
  const now = useNow();
  if (steps.length === 0) {
    return <EmptyState title={session.status === 'QUEUED' ? 'It waits for an executor' : 'No steps yet'} />;
  }
  const ordered = steps.toSorted((left, right) => left.startedAt.localeCompare(right.startedAt));
  const begin = Date.parse(session.createdAt);
  const end = Math.max(...ordered.map((step) => (step.finishedAt === null ? now : Date.parse(step.finishedAt))), begin + 1);
  return (
    <ol className={classes.list}>
      {ordered.map((step) => (
        <StepTimelineRow
          key={`${step.run}.${step.componentId}.${step.iteration}.${step.attempt}`}
          step={step}
          name={nameOf(step.componentId)}
          begin={begin}
          end={end}
          isOpen={chosen === step.componentId}
          onToggle={() => onChoose(chosen === step.componentId ? null : step.componentId)}
        />
      ))}
    </ol>
  );
}
