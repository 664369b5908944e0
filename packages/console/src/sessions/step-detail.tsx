import type { Step } from '../api/types.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { FailureNotice } from './failure-notice.tsx';

/** What went into a step and what came out of it. */
export function StepDetail({ step }: { step: Step }) {
  return (
    <>
      {step.error && <FailureNotice error={step.error} />}
      <JsonTree label="Input" value={step.input} />
      <JsonTree label="Output" value={step.output} />
    </>
  );
}
