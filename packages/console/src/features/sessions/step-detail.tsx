import { Alert } from '@mantine/core';
import type { Step } from '../../api/types.ts';
import { DataView } from '../../ui/data-view.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { isStandIn } from '../../api/is-stand-in.ts';
import { nextTryOf } from './next-try.ts';
import { formatDateTime } from '../../ui/format-time.ts';

/** Returns false for a step that succeeded without any input. */
function hasInput({ input, status }: Step): boolean {
  return status !== 'SUCCEEDED' || (input ?? null) !== null;
}

/** Returns true if the component did not run because no app is selected. */
function lacksApp({ input }: Step): boolean {
  return typeof input === 'object' && input !== null && 'app' in input && input.app === '';
}

/** Input and output of a step; one that failed or has not ended has no output, and one that has not begun neither. */
export function StepDetail({ step }: { step: Step }) {
  const nextTry = nextTryOf(step);
  if (nextTry !== null) return <p>Next attempt: {formatDateTime(nextTry)}</p>;
  return (
    <>
      {step.warning !== undefined && (
        <Alert color="yellow" variant="light" p="sm" role="status">
          Warning: {step.warning}
        </Alert>
      )}
      {isStandIn(step) && (
        <Alert color="blue" variant="light" p="sm" role="status">
          Sample output: no {lacksApp(step) ? 'app' : 'credential'} is selected, so this component did not run. The
          input shows what it would have used.
        </Alert>
      )}
      {step.error && <FailureNotice error={step.error} />}
      {hasInput(step) ? (
        <DataView label="Input" value={step.input} />
      ) : (
        <p>No input: the component has none, or its output was pinned.</p>
      )}
      {(step.status === 'SUCCEEDED' || (step.output ?? null) !== null) && (
        <DataView label="Output" value={step.output} />
      )}
    </>
  );
}
