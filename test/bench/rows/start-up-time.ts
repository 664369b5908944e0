import { Lab } from '@workflow/test-harness';
import { atMost, median, round, type RowResult } from '../row.ts';

const BAR_SECONDS = 1.5;
const STARTS = 5;

/** From the start of a process until it is ready. */
export async function measureStartUp(): Promise<RowResult> {
  const lab = await Lab.start({ backend: 'redis', executors: 1 });
  try {
    const seconds: { ingress: number[]; executor: number[] } = { ingress: [], executor: [] };
    for (let start = 0; start < STARTS; start += 1) {
      for (const service of [lab.ingresses[0]!, lab.executors[0]!]) {
        await service.stop();
        const since = performance.now();
        service.start();
        await service.untilReady();
        seconds[service.options.service].push((performance.now() - since) / 1000);
      }
    }
    const values = {
      ingressStartSeconds: round(median(seconds.ingress)),
      executorStartSeconds: round(median(seconds.executor)),
    };
    const slower = Math.max(values.ingressStartSeconds, values.executorStartSeconds);
    return atMost(
      'start of a process to ready',
      values,
      slower,
      BAR_SECONDS,
      `ingress ${values.ingressStartSeconds} s, executor ${values.executorStartSeconds} s`,
    );
  } finally {
    await lab.stop();
  }
}
