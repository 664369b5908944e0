/**
 * The value of `sessions.crashes` for a session that blocked the event loop of its executor. The next executor that
 * claims the session ends it instead of running it. The value exceeds every count of lost executors.
 */
export const BLOCKED_CRASHES = 1_000_000;

/** The limits for an organization whose sessions block executors. */
export interface BlockRules {
  /** From this number of blocked executors within an hour on, the organization's sessions run one at a time. */
  aloneFrom: number;
  /** Milliseconds after the last block during which none of its sessions starts. */
  restMs: number;
}

export const DEFAULT_BLOCK_RULES: BlockRules = { aloneFrom: 3, restMs: 30_000 };

/**
 * Returns SQL for the number of sessions of an organization that may be in the queue or running. It is NULL, which
 * means no limit, unless its sessions blocked executors within the last hour: then it is 1, or 0 just after a block.
 * The parameters are `BlockRules`.
 * @param organizationId SQL of its id
 */
export function concurrencyAfterBlocks(organizationId: string): string {
  return `(SELECT CASE WHEN count(*) < $aloneFrom::int THEN NULL
        WHEN max(b.at) > statement_timestamp() - $restMs::int * interval '1 millisecond' THEN 0 ELSE 1 END
      FROM blocked_turns b WHERE b.organization_id = ${organizationId} AND b.kind = 'session'
        AND b.at > statement_timestamp() - interval '1 hour')`;
}
