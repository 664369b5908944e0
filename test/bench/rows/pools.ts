import { randomUUID } from 'node:crypto';
import { transformWorkflow, type BackendKind } from '@workflow/test-harness';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { BACKEND_NAMES, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const WAITING = 100_000;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 5;
/** The rate with the backlog is at least this part of the rate without it, and the p99 at most this many times. */
const LEAST_RATE = 0.85;
const MOST_P99 = 1.5;

/** Accepts sessions of the same organization into the backlog of a pool that has no executor. */
const INSERT = `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id,
    trigger, mode, status, placeholder_values, enqueue_number, pool)
  SELECT gen_random_uuid(), organization_id, $1, $1, 1, $1, 'API', 'PROD', 'QUEUED', '{}', 0, 'long'
  FROM (SELECT organization_id FROM workflows LIMIT 1) w, generate_series(1, ${WAITING})`;

/**
 * Measures sessions of the pool `default` that callers wait for, before and while 100,000 sessions of the organization
 * wait in a pool without executors.
 */
export function measurePools(backend: BackendKind, seconds: number): Promise<RowResult> {
  return withLab({ backend, executors: 1 }, async (lab) => {
    const request = await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' });
    const measure = async () => {
      const load = await runLoad({ request, connections: CONNECTIONS, seconds });
      expectOnly(200, load.statuses);
      return load;
    };
    await runLoad({ request, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    const alone = await measure();
    await lab.withDatabase((database) => database.query(INSERT, [randomUUID()]));
    const withBacklog = await measure();
    const rate = withBacklog.perSecond / alone.perSecond;
    const p99 = withBacklog.p99Ms / alone.p99Ms;
    return {
      title: `100,000 waiting in a pool without executors: default compared with before, ${BACKEND_NAMES[backend]}`,
      values: { poolsRateRatio: round(rate, 3), poolsP99Ratio: round(p99, 3) },
      measured:
        `${Math.round(withBacklog.perSecond)}/s ÷ ${Math.round(alone.perSecond)}/s = ${round(rate)}, ` +
        `p99 ${round(withBacklog.p99Ms, 1)} ms ÷ ${round(alone.p99Ms, 1)} ms = ${round(p99)}`,
      bar: `rate ≥ ${LEAST_RATE}, p99 ≤ ${MOST_P99} ×`,
      passed: rate >= LEAST_RATE && p99 <= MOST_P99,
    };
  });
}
