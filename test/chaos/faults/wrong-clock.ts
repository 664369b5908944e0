import { httpWorkflow, Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const CLOCKS = [
  { name: 'a clock 5 minutes fast', offset: '+5m' },
  { name: 'a clock 5 minutes slow', offset: '-5m' },
];

/** One of two executors has a wrong clock (Debian's faketime). */
export const wrongClock: Fault[] = CLOCKS.map(({ name, offset }) => ({
  name,
  short: false,
  share: 0.25,
  needs: ['faketime'],
  run: async (size) => {
    const recorder = new StepRecorder(50);
    const lab = await Lab.start({
      backend: 'redis',
      executors: 2,
      prepareDatabase: watchInvariants,
      wrapExecutor: (index) => (index === 0 ? ['faketime', '-f', offset] : []),
    });
    try {
      const request = await runRequest(lab, httpWorkflow(await recorder.listen(), 2));
      const posted = await postRuns({ requests: [request], total: size.of(5_000, 500), ratePerSecond: 250 });
      return await judge(lab, {
        name,
        accepted: posted.accepted,
        withinSeconds: 60,
        bars: [{ text: `${recorder.repeatedCalls} calls repeated`, met: recorder.repeatedCalls === 0 }],
      });
    } finally {
      await lab.stop();
      recorder.close();
    }
  },
}));
