import { randomUUID } from 'node:crypto';
import { Connection } from '../../load/connection.ts';
import { requestBytes } from '../../load/load.ts';
import { webhookRequest } from '../../load/lab-requests.ts';
import { median, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const REQUESTS = 3_000;
/** This is far below the jitter of a network and above the noise of a shared machine. */
const BAR_MS = 0.1;

/**
 * Measures if response times reveal an unknown workflow, or a wrong or deleted token, by medians of requests sent in
 * turn.
 */
export function measureRefusalTiming(): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 0 }, async (lab) => {
    const known = await webhookRequest(lab, '{}');
    const gone = await webhookRequest(lab, '{}');
    const [, , workflowId] = gone.path.split('/');
    const { components } = await lab.api.call<{ components: { id: string }[] }>('GET', `/v1/workflows/${workflowId}`);
    await lab.api.call('DELETE', `/v1/workflows/${workflowId}/components/${components[0]!.id}/token`);
    const kinds = {
      'unknown workflow': { ...known, path: `/webhook/${randomUUID()}` },
      'wrong token': { ...known, headers: { ...known.headers, token: gone.headers['token']! } },
      'deleted token': gone,
    };
    const connection = new Connection(lab.ingressPorts[0]!);
    const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    const entries = Object.entries(kinds).map(([kind, request]) => [kind, requestBytes(request)] as const);
    for (let turn = 0; turn < REQUESTS; turn += 1) {
      for (const [kind, bytes] of entries) times.get(kind)!.push(await refusalMs(connection, bytes));
    }
    connection.close();
    const medians = [...times.values()].map((kind) => median(kind.slice(REQUESTS / 10)));
    const spreadMs = Math.max(...medians) - Math.min(...medians);
    return {
      title: 'refused webhooks: spread of the median times',
      values: { refusalSpreadMs: round(spreadMs, 3) },
      measured: `${round(spreadMs, 3)} ms (medians ${medians.map((value) => value.toFixed(3)).join(', ')} ms)`,
      bar: `≤ ${BAR_MS} ms`,
      passed: spreadMs <= BAR_MS,
    };
  });
}

function refusalMs(connection: Connection, bytes: Buffer): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    connection.send(bytes, (answer) => {
      if (answer?.status === 403) resolve(performance.now() - since);
      else reject(new Error(`a refused delivery was answered ${answer?.status}`));
    });
  });
}
