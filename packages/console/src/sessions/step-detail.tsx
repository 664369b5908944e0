import type { Step } from '../api/types.ts';
import { DataView } from '../ui/data-view.tsx';
import { texts } from '../texts/sessions.tsx';
import { FailureNotice } from './failure-notice.tsx';

/** Input and output of a step. */
export function StepDetail({ step }: { step: Step }) {
  return (
    <>
      {step.error && <FailureNotice error={step.error} />}
      <DataView label={texts.input} value={step.input} />
      <DataView label={texts.output} value={step.output} />
    </>
  );
}
