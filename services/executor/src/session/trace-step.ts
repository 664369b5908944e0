import type { Span, Tracing } from '@workflow/service-runtime';
import type { StepRun } from './step-run.ts';
import type { WalkEvent } from './walk-events.ts';

type EndedStep = WalkEvent | null;

/** Traces one attempt of a component in its session's trace. Its calls and children continue the trace. */
export function traceStep<Ended extends EndedStep>(
  tracing: Tracing,
  step: StepRun,
  perform: () => Ended | Promise<EndedStep>,
): Ended | Promise<EndedStep> {
  const { component, session, start } = step;
  const span = tracing.start(component.type, {
    kind: 'internal',
    parent: session.trace,
    attributes: {
      'workflow.component.id': component.id,
      'workflow.component.type': component.type,
      'workflow.step.attempt': start.attempt,
      ...(component.name !== undefined && { 'workflow.component.name': component.name }),
    },
  });
  step.trace = span.context;
  const ended = perform();
  if (ended instanceof Promise) return ended.then((event) => endSpan(span, event));
  return endSpan(span, ended);
}

/** Ends the span. The event is null if the step was already over, because of its timeout or its session. */
function endSpan<Ended extends EndedStep>(span: Span, event: Ended): Ended {
  if (event === null) span.fail('aborted');
  else if (event.kind === 'failed') span.fail(event.error.code);
  span.end();
  return event;
}
