import { randomUUID } from 'node:crypto';
import type { Lab, BackendKind } from '@workflow/test-harness';
import { expectOnly } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { runLoad } from '../../load/run-load.ts';
import { BACKEND_NAMES, round, type Measurements, type RowResult } from '../row.ts';
import { share } from './accept-rates.ts';
import { withLab } from '../with-lab.ts';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 6;
/** The p99 may be this many times the p50. */
const P99_OF_P50 = 4;
/**
 * The minimum share of the rate of `Prefer: wait` in the same run. A response has its own row, and its session
 * continues.
 */
const SHARE_OF_WAITED = 0.8;

/** Measures senders of a webhook that wait for its `respond`, on 64 connections. */
export function measureRespondRate(
  measurements: Measurements,
  { backend, seconds }: { backend: BackendKind; seconds: number },
): Promise<RowResult> {
  return withLab({ backend, executors: 1 }, async (lab) => {
    const request = await respondingWebhook(lab);
    await runLoad({ request, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    const load = await runLoad({ request, connections: CONNECTIONS, seconds });
    expectOnly(201, load.statuses);
    const ofWaited = load.perSecond / measurements.waitedPerSecond;
    const isCompared = !Number.isNaN(ofWaited);
    return {
      title: `webhook with respond ÷ floor, ${CONNECTIONS} senders, ${BACKEND_NAMES[backend]}`,
      values: {
        respondedPerSecond: Math.round(load.perSecond),
        respondedRatio: round(load.perSecond / measurements.floorPerSecond, 3),
        respondedP50Ms: round(load.p50Ms),
        respondedP99Ms: round(load.p99Ms),
      },
      measured:
        `${share(load.perSecond, measurements.floorPerSecond)}, ` +
        `p50 ${round(load.p50Ms, 1)} ms, p99 ${round(load.p99Ms, 1)} ms` +
        `${isCompared ? `, ${round(ofWaited, 2)} of Prefer: wait` : ''}`,
      bar: `p99 ≤ ${P99_OF_P50} × p50, ≥ ${SHARE_OF_WAITED} of Prefer: wait`,
      passed: load.p99Ms <= P99_OF_P50 * load.p50Ms && (!isCompared || ofWaited >= SHARE_OF_WAITED),
    };
  });
}

async function respondingWebhook(lab: Lab): Promise<LoadRequest> {
  const [webhook, respond, output] = [randomUUID(), randomUUID(), randomUUID()];
  const workflowId = await lab.api.publish('Responds', {
    components: [
      {
        id: webhook,
        type: 'webhook',
        output: 'request',
        config: { deduplicateBy: [], response: { timeoutSeconds: 10 } },
      },
      { id: respond, type: 'respond', config: { status: 201, body: { ok: true } } },
      { id: output, type: 'output', config: { value: 'done' } },
    ],
    connections: [
      { from: webhook, port: 'next', to: respond },
      { from: respond, port: 'next', to: output },
    ],
  });
  const { token } = await lab.api.call<{ token: string }>(
    'POST',
    `/v1/workflows/${workflowId}/components/${webhook}/token`,
  );
  return {
    port: lab.ingressPorts[0]!,
    method: 'POST',
    path: `/webhook/${workflowId}`,
    headers: { 'Content-Type': 'application/json', token },
    body: '{"id":1}',
  };
}
