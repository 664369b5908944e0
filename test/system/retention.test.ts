import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Lab, waitFor } from '@workflow/test-harness';
import { postRuns } from '../chaos/post-runs.ts';
import { runRequest } from '../load/lab-requests.ts';

const OLD = 1_700;
const MAX_BATCH = 500;

test('sessions that finished before RETENTION_DAYS go away in bounded batches while others run', async () => {
  const lab = await Lab.start({ backend: 'postgres', executors: 0, env: { RETENTION_DAYS: '7' } });
  try {
    const request = await runRequest(lab);
    const { workflowId, componentId } = JSON.parse(request.body) as { workflowId: string; componentId: string };
    await lab.withDatabase((database) =>
      database.query(
        `WITH old AS (
         INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id,
           trigger, mode, status, placeholder_values,
                               claim_number, enqueued_at, started_at, finished_at)
         SELECT uuidv7(n * interval '-1 minute' - interval '8 days'), $1, $2, $2, 1, $3, 'API', 'PROD', 'SUCCEEDED',
           '{}',
                1, now() - interval '8 days', now() - interval '8 days', now() - interval '8 days'
           FROM generate_series(1, $4::int) n
         RETURNING id)
       INSERT INTO steps (session_id, run, component_id, status, port, started_at, finished_at)
       SELECT id, 1, $3, 'SUCCEEDED', 'next', now(), now() FROM old`,
        [lab.organization.id, workflowId, componentId, OLD],
      ),
    );
    const posting = postRuns({ requests: [request], total: 200, ratePerSecond: 50 });
    await lab.addExecutor();
    const { accepted } = await posting;
    expect(accepted).toHaveLength(200);
    const left = () =>
      lab.withDatabase(async (database) => {
        const { rows } = await database.query<Record<'old' | 'steps' | 'finished', string>>(
          `SELECT count(*) FILTER (WHERE NOT recent) AS old,
            count(*) FILTER (WHERE recent AND status = 'SUCCEEDED') AS finished,
                (SELECT count(*) FROM steps st WHERE st.session_id <> ALL ($1::uuid[])) AS steps
           FROM (SELECT status, id = ANY ($1::uuid[]) AS recent FROM sessions) s`,
          [accepted],
        );
        const { old, steps, finished } = rows[0]!;
        return { old: Number(old), steps: Number(steps), finished: Number(finished) };
      });
    await waitFor(async () => {
      const { old, finished } = await left();
      return old === 0 && finished === accepted.length;
    });
    expect(await left()).toEqual({ old: 0, steps: 0, finished: 200 });
    const readBatches = (): number[] =>
      readFileSync(lab.executors[0]!.options.logFile!, 'utf8')
        .split('\n')
        .filter((line) => line.includes('Deleted old sessions'))
        .map((line) => (JSON.parse(line) as { sessions: number }).sessions);
    const sumOf = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0);
    // A line is written some time after its batch was committed.
    await waitFor(() => sumOf(readBatches()) >= OLD, { what: 'the lines of all batches' });
    const batches = readBatches();
    expect(sumOf(batches)).toBe(OLD);
    expect(Math.max(...batches)).toBeLessThanOrEqual(MAX_BATCH);
    lab.forgetLogs();
  } finally {
    await lab.stop();
  }
});
