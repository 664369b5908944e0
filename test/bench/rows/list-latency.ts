import type { Lab } from '@workflow/test-harness';
import { LatencyHistogram } from '../../load/latency-histogram.ts';

const QUERIES_PER_FILTER = 100;

/**
 * Measures the p99 of `GET /v1/sessions` with every filter and random pages, one request at a time, in milliseconds.
 */
export async function measureListLatency(lab: Lab): Promise<number> {
  const [workflowIds, middleIds] = await lab.withDatabase(async (database) => {
    const workflows = await database.query<{ id: string }>(
      `SELECT DISTINCT workflow_id AS id
        FROM (SELECT workflow_id FROM sessions WHERE organization_id = $1 ORDER BY id DESC LIMIT 5000) s`,
      [lab.organization.id],
    );
    const middle = await database.query<{ id: string }>(
      'SELECT id FROM sessions TABLESAMPLE SYSTEM (0.01) WHERE organization_id = $1 LIMIT 50',
      [lab.organization.id],
    );
    return [workflows.rows.map((row) => row.id), middle.rows.map((row) => row.id)];
  });
  const filters = [
    '',
    ...['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'].map((status) => `status=${status}`),
    'mode=TEST',
    'mode=PROD',
    ...workflowIds.slice(0, 3).flatMap((id) => [`workflowId=${id}`, `workflowId=${id}&status=FAILED`]),
  ];
  const latencies = new LatencyHistogram();
  for (const filter of filters) {
    let cursor: string | null = null;
    for (let query = 0; query < QUERIES_PER_FILTER; query += 1) {
      // Every other query reads a page in the middle; the others start at the beginning.
      const from = query % 2 === 0 ? cursor : (middleIds[query % middleIds.length] ?? null);
      const since = performance.now();
      const answer = await fetch(
        `${lab.ingressUrl}/v1/sessions?limit=50&${filter}${from === null ? '' : `&cursor=${from}`}`,
        { headers: { 'x-api-key': lab.organization.apiKey } },
      );
      const page = (await answer.json()) as { nextCursor: string | null; message?: string };
      latencies.record(performance.now() - since);
      if (!answer.ok) throw new Error(`the list answered ${answer.status}: ${page.message}`);
      if (query % 2 === 0) cursor = page.nextCursor;
    }
  }
  return latencies.quantileMs(0.99);
}
