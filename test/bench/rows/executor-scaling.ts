import { httpWorkflow, Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { PacedLoad } from '../../load/paced-load.ts';
import { idleShare, readCpus } from '../process-usage.ts';
import { StepRecorder } from '../../chaos/step-recorder.ts';
import { round, type RowResult } from '../row.ts';

const CONCURRENCY = 50;
const STEP_MS = 200;
/** New executors compile their code first, which uses CPU time that the others need. */
const WARM_UP_SECONDS = 12;
const SECONDS = 15;
const LINEAR_BAR = 0.9;
/** With less idle CPU the machine is the limit, and linearity means nothing. */
const IDLE_BAR = 0.1;

/** Measures sessions that wait 200 ms for HTTP, with 1, 2, 4 and 8 executors. */
export async function measureScaling(): Promise<RowResult> {
  const recorder = new StepRecorder(STEP_MS);
  const lab = await Lab.start({ backend: 'redis', executors: 1, executorConcurrency: CONCURRENCY });
  const rates: number[] = [];
  const notes: string[] = [];
  let passed = true;
  try {
    const request = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
    for (const executors of [1, 2, 4, 8]) {
      while (lab.executors.length < executors) await lab.addExecutor();
      const paced = new PacedLoad(lab, request, executors * CONCURRENCY * 4);
      await paced.run(WARM_UP_SECONDS);
      const cpu = readCpus();
      const { finishedPerSecond } = await paced.run(SECONDS);
      const idle = idleShare(cpu);
      rates.push(finishedPerSecond);
      const linear = finishedPerSecond / (rates[0]! * executors);
      notes.push(
        `${executors}: ${Math.round(finishedPerSecond)}/s (${linear.toFixed(2)}, ${Math.round(idle * 100)} % idle)`,
      );
      if (idle >= IDLE_BAR && linear < LINEAR_BAR) passed = false;
    }
    const values = Object.fromEntries(
      [1, 2, 4, 8].map((executors, index) => [`executors${executors}PerSecond`, round(rates[index]!, 0)]),
    );
    return {
      title: 'executors 1, 2, 4, 8 on 200 ms of HTTP',
      values,
      measured: notes.join(', '),
      bar: `≥ ${LINEAR_BAR} of linear while ≥ 10 % idle`,
      passed,
    };
  } finally {
    await lab.stop();
    recorder.close();
  }
}
