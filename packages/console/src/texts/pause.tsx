import type { ReactNode } from 'react';

export const texts = {
  pauseEllipsis: 'Pause…',
  resume: 'Resume',
  pauseTheWorkflow: 'Pause the workflow?',
  pauseWorkflow: 'Pause workflow',
  whatPausingDoes: (name: ReactNode) => (
    <>
      Runs of {name} and deliveries are accepted and wait until it is resumed. Sessions that have started continue. Test
      runs are not affected.
    </>
  ),
  workflowIsPaused: 'This workflow is paused',
  membersMayResumeIt: 'Runs and deliveries are accepted and wait. Every member of the organization can resume it.',
};
