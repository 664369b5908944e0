import { DEFAULT_POOL } from '@workflow/workflow-model';

/**
 * SQL: the executor pool in which the session of a row is enqueued now: that of the published version, or of the
 * session's definition in TEST or while nothing is published; else that of the organization, else `default`.
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
 * SQL: an executor of this pool that takes sessions was seen within this interval. Executors that stopped are not
 * registered any more, and executors of the release before do not write `executor_pools`.
 */
export function isPoolAlive(pool: string, interval: string): string {
  return `(EXISTS (SELECT FROM executors alive WHERE alive.pool = ${pool} AND NOT alive.draining
        AND alive.heartbeat_at > clock_timestamp() - ${interval})
      OR EXISTS (SELECT FROM executor_pools seen WHERE seen.name = ${pool}
        AND seen.seen_at > clock_timestamp() - ${interval}))`;
}

/** Seconds without an executor after which sessions that wait in a pool are shown as waiting for an executor. */
export const POOL_WAITS_AFTER = "interval '60 seconds'";
