import { runRequest } from '../../load/lab-requests.ts';
import { PacedLoad } from '../../load/paced-load.ts';
import { residentMib } from '../process-usage.ts';
import { round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const MEMORY_BAR_MIB = 250;
const GROWTH_BAR = 0.1;
const HALF_SECONDS = 300;

/** Measures the resident memory of both services after ten minutes of load at a sustainable rate. */
export function measureMemory(): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const paced = new PacedLoad(lab, await runRequest(lab));
    const read = () => ({ ingress: residentMib(lab.ingresses[0]!.pid), executor: residentMib(lab.executors[0]!.pid) });
    await paced.run(HALF_SECONDS);
    const half = read();
    await paced.run(HALF_SECONDS);
    const end = read();
    const growth = Math.max(end.ingress / half.ingress, end.executor / half.executor) - 1;
    const values = {
      ingressMib: Math.round(end.ingress),
      executorMib: Math.round(end.executor),
      memoryGrowth: round(growth, 3),
    };
    return {
      title: 'memory after 10 minutes of load',
      values,
      measured:
        `ingress ${values.ingressMib} MiB, executor ${values.executorMib} MiB, ` +
        `${(growth * 100).toFixed(1)} % in the last 5 minutes`,
      bar: `≤ ${MEMORY_BAR_MIB} MiB each, < ${GROWTH_BAR * 100} %`,
      passed: end.ingress <= MEMORY_BAR_MIB && end.executor <= MEMORY_BAR_MIB && growth < GROWTH_BAR,
    };
  });
}
