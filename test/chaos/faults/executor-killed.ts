import { httpWorkflow } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { injectRepeatedly } from '../inject-repeatedly.ts';
import { labFault } from '../lab-fault.ts';
import { allAccepted } from '../bars.ts';
import { countCrashed, CRASHED_BY_CHANCE } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const EXECUTORS = 3;
const CONCURRENCY = 30;
const STEP_MS = 200;
const STEPS = 3;
/** A session that loses this many executors in a row fails, and none of its steps is tried again. */
const MAX_CRASHES = 3;

/** One of three executors is killed repeatedly at random times, while runs of three steps are in flight. */
export const executorKilled = labFault({
  name: 'executor killed',
  short: true,
  share: 0.5,
  inject: async ({ size, startLab, own }) => {
    const recorder = own(new StepRecorder(STEP_MS));
    const lab = await startLab({
      backend: 'redis',
      executors: EXECUTORS,
      executorConcurrency: CONCURRENCY,
    });
    const request = await runRequest(lab, httpWorkflow(await recorder.listen(), STEPS));
    const total = size.of(10_000, 300);
    const posting = postRuns({ requests: [request], total, ratePerSecond: size.of(1_000, 100) });
    let mostInFlightAtKills = 0;
    const kills = await injectRepeatedly(
      size.of(20, 2),
      size.of(3_000, 1_500),
      () => {
        mostInFlightAtKills += CONCURRENCY;
        void lab.executors[Math.floor(Math.random() * EXECUTORS)]!.kill();
      },
      () => true,
    );
    const posted = await posting;
    return {
      accepted: posted.accepted,
      withinSeconds: 180,
      mayCrash: size.of(CRASHED_BY_CHANCE, 0),
      bars: [{ text: `${kills} kills`, met: kills === size.of(20, 2) }, allAccepted(posted.accepted, total)],
      barsAtEnd: async (database) => [
        {
          text: `${recorder.repeatedCalls} calls repeated, at most ${mostInFlightAtKills}`,
          met: recorder.repeatedCalls <= mostInFlightAtKills,
        },
        {
          text: `a step called ${recorder.mostCallsOfOneKey} times at most`,
          met: recorder.mostCallsOfOneKey <= MAX_CRASHES,
        },
        { text: `${recorder.callsWithoutKey} calls without a key`, met: recorder.callsWithoutKey === 0 },
        {
          text: `${recorder.callsByKey.size} keys of ${total * STEPS} calls`,
          // A session may lose all three executors before its first call.
          met: recorder.callsByKey.size >= total * STEPS - (await countCrashed(database)) * STEPS,
        },
      ],
    };
  },
});
