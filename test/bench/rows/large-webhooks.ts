import { Lab } from '@workflow/test-harness';
import { expectOnly, webhookRequest } from '../../load/lab-requests.ts';
import { residentMib } from '../process-usage.ts';
import { runLoad } from '../../load/run-load.ts';
import { round, type RowResult } from '../row.ts';

const RATE_BAR = 60;
const MEMORY_BAR_MIB = 500;
/** The limit for the whole body is 1 MiB. */
const FILLER_BYTES = 1024 * 1024 - 64;

/** Measures deliveries of 1 MiB each on 32 connections. */
export async function measureLargeWebhooks(): Promise<RowResult> {
  const lab = await Lab.start({ backend: 'redis', executors: 0 });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, residentMib(lab.ingresses[0]!.pid))), 100);
  try {
    const request = await webhookRequest(lab, JSON.stringify({ filler: 'x'.repeat(FILLER_BYTES) }));
    const load = await runLoad({ request, connections: 32, seconds: 20 });
    expectOnly(202, load.statuses);
    const values = { largeWebhooksPerSecond: round(load.perSecond, 1), largeWebhooksIngressMib: Math.round(most) };
    return {
      title: 'webhooks of 1 MiB, 32 connections',
      values,
      measured: `${values.largeWebhooksPerSecond}/s, ingress ${values.largeWebhooksIngressMib} MiB`,
      bar: `≥ ${RATE_BAR}/s, ≤ ${MEMORY_BAR_MIB} MiB`,
      passed: load.perSecond >= RATE_BAR && most <= MEMORY_BAR_MIB,
    };
  } finally {
    clearInterval(watch);
    await lab.stop();
  }
}
