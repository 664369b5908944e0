import { runRequest } from '../../lab/lab-requests.ts';
import { Lab } from '../../lab/lab.ts';
import { httpWorkflow } from '../../lab/lab-workflows.ts';
import { strike } from '../blows.ts';
import type { Fault } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const EXECUTORS = 3;
const CONCURRENCY = 30;
const STEP_MS = 200;

/** One of three executors is killed again and again, at random, while three-step runs are under way. */
export const executorKilled: Fault = {
  name: 'executor killed',
  short: true,
  run: async (size) => {
    const recorder = new StepRecorder(STEP_MS);
    const lab = await Lab.start({ backend: 'redis', executors: EXECUTORS, executorConcurrency: CONCURRENCY, prepareDatabase: watchInvariants });
    try {
      const request = await runRequest(lab, httpWorkflow(await recorder.listen(), 3));
      const total = size.of(10_000, 300);
      const posting = postRuns({ requests: [request], total, ratePerSecond: size.of(1_000, 100) });
      let mostInFlightAtKills = 0;
      const kills = await strike(size.of(20, 2), size.of(3_000, 1_500), () => {
        mostInFlightAtKills += CONCURRENCY;
        lab.executors[Math.floor(Math.random() * EXECUTORS)]!.kill();
      }, () => true);
      const posted = await posting;
      const result = await judge(lab, {
        name: 'executor killed',
        accepted: posted.accepted,
        withinSeconds: 180,
        bars: [
          { text: `${kills} kills`, held: kills === size.of(20, 2) },
          { text: `${posted.accepted.length} of ${total} accepted`, held: posted.accepted.length === total },
        ],
      });
      result.notes.push(`${recorder.repeatedCalls} calls repeated`);
      if (recorder.repeatedCalls > mostInFlightAtKills || recorder.callsWithoutKey > 0 || recorder.callsByKey.size !== total * 3) {
        result.passed = false;
        result.notes.push(`MISSED: ${recorder.callsByKey.size} keys, ${recorder.callsWithoutKey} without, at most ${mostInFlightAtKills} repeats`);
      }
      return result;
    } finally {
      await lab.stop();
      recorder.close();
    }
  },
};
