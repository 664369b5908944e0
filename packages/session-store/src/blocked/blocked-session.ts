/**
 * The value of `sessions.crashes` of a session whose turn blocked its executor. Whoever claims such a session ends it
 * instead of running it: far more than executors can be lost in a row.
 */
export const BLOCKED_CRASHES = 1_000_000;

/** Blocked turns of its sessions within an hour from which on an organization's sessions run one at a time. */
export const ALONE_FROM_TURNS = 3;
/** Seconds for which no session of such an organization starts after one of them blocked an executor. */
const REST_SECONDS = 30;

/**
 * SQL: how many sessions of an organization may be in the queue or running because others of it blocked executors
 * within the last hour: NULL – any number, 1, or 0 just after a block.
 * @param organizationId SQL of its id
 */
export function placesAfterBlocks(organizationId: string): string {
  return `(SELECT CASE WHEN count(*) < ${ALONE_FROM_TURNS} THEN NULL
        WHEN max(b.at) > statement_timestamp() - interval '${REST_SECONDS} seconds' THEN 0 ELSE 1 END
      FROM blocked_turns b WHERE b.organization_id = ${organizationId} AND b.kind = 'session'
        AND b.at > statement_timestamp() - interval '1 hour')`;
}
