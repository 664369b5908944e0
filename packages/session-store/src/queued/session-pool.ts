import { DEFAULT_POOL } from '@workflow/workflow-model';

/**
 * Returns SQL of the executor pool in which the session of a row is enqueued now. It is the pool of the published
 * version, or of the session's definition in TEST or if nothing is published; otherwise the pool of the organization,
 * otherwise `default`.
 * @param definitionId SQL of the definition that the session runs
 */
export function poolOf(table: string, definitionId = `${table}.definition_id`): string {
  return `coalesce(
      (SELECT defined.pool FROM definitions defined WHERE defined.id = coalesce(
        CASE WHEN ${table}.mode = 'PROD' THEN (SELECT version.definition_id
          FROM workflows published JOIN workflow_versions version
            ON version.workflow_id = published.id AND version.number = published.published_version
          WHERE published.id = ${table}.workflow_id) END, ${definitionId})),
      (SELECT quota.pool FROM organization_quotas quota WHERE quota.organization_id = ${table}.organization_id),
      '${DEFAULT_POOL}')`;
}

/**
 * Returns SQL: an executor of this pool was alive and not draining within this interval. Executors of the previous
 * release do not write `executor_pools`.
 */
export function isPoolAlive(pool: string, interval: string): string {
  return `(EXISTS (SELECT FROM executors alive WHERE alive.pool = ${pool} AND NOT alive.draining
        AND alive.heartbeat_at > clock_timestamp() - ${interval})
      OR EXISTS (SELECT FROM executor_pools seen WHERE seen.name = ${pool}
        AND seen.seen_at > clock_timestamp() - ${interval}))`;
}

/** After this time without an executor, the sessions that wait in a pool show that they wait for one. */
export const POOL_WAITS_AFTER = "interval '60 seconds'";
