import { httpWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const CLOCKS = [
  { name: 'a clock 5 minutes fast', offset: '+5m' },
  { name: 'a clock 5 minutes slow', offset: '-5m' },
];

/** One of two executors has a wrong clock (Debian's faketime). */
export const wrongClock = CLOCKS.map(({ name, offset }) =>
  labFault({
    name,
    short: false,
    share: 0.25,
    needs: ['faketime'],
    inject: async ({ size, startLab, own }) => {
      const recorder = own(new StepRecorder(50));
      const lab = await startLab({
        backend: 'redis',
        executors: 2,
        wrapExecutor: (index) => (index === 0 ? ['faketime', '-f', offset] : []),
      });
      const request = await runRequest(lab, httpWorkflow(await recorder.listen(), 2));
      const posted = await postRuns({ requests: [request], total: size.of(5_000, 500), ratePerSecond: 250 });
      return {
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: [recorder.noneRepeated],
      };
    },
  }),
);
