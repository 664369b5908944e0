import { spawnSync } from 'node:child_process';
import { runRequest } from '../../lab/lab-requests.ts';
import { Lab } from '../../lab/lab.ts';
import { httpWorkflow } from '../../lab/lab-workflows.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

/** One of two executors has a clock that is five minutes off, either way (Debian's faketime). */
export const wrongClocks: Fault[] = ['+5m', '-5m'].map((offset) => ({
  name: `a clock that is off by ${offset}`,
  short: false,
  run: async (size) => {
    const name = `a clock that is off by ${offset}`;
    if (spawnSync('faketime', ['--version']).error) {
      return { name, accepted: 0, finished: 0, lost: 0, finishedTwice: 0, committedStepsRerun: 0, recoverySeconds: 0, passed: false, notes: ['MISSED: the program faketime is not installed'] };
    }
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
        bars: [{ text: `${recorder.repeatedCalls} calls repeated`, held: recorder.repeatedCalls === 0 }],
      });
    } finally {
      await lab.stop();
      recorder.close();
    }
  },
}));
