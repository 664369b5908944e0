/**
 * The value of `sessions.crashes` of a session whose turn blocked its executor. Whoever claims such a session ends it
 * instead of running it: far more than executors can be lost in a row.
 */
export const BLOCKED_CRASHES = 1_000_000;

/** What follows for an organization whose sessions block executors. */
export interface BlockRules {
  /** Blocked executors within an hour from which on its sessions run one at a time. */
  aloneFrom: number;
  /** How long none of its sessions starts then after the last block, in milliseconds. */
  restMs: number;
}

export const DEFAULT_BLOCK_RULES: BlockRules = { aloneFrom: 3, restMs: 30_000 };

/**
 * SQL: how many sessions of an organization may be in the queue or running because others of it blocked executors
 * within the last hour: NULL – any number, 1, or 0 just after a block. The values of `$1` and `$2` are `blockValues`.
 * @param organizationId SQL of its id
 */
export function placesAfterBlocks(organizationId: string): string {
  return `(SELECT CASE WHEN count(*) < $1::int THEN NULL
        WHEN max(b.at) > statement_timestamp() - $2::int * interval '1 millisecond' THEN 0 ELSE 1 END
      FROM blocked_turns b WHERE b.organization_id = ${organizationId} AND b.kind = 'session'
        AND b.at > statement_timestamp() - interval '1 hour')`;
}

export function blockValues({ aloneFrom, restMs }: BlockRules): [aloneFrom: number, restMs: number] {
  return [aloneFrom, restMs];
}
