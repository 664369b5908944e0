/**
 * Advisory locks of PostgreSQL. A lock is a number that counts in the whole database: two operations with the same one
 * exclude each other. `spreadEvents`, `countTowardsLimit` and the lock of `join-by-invitation.ts` are the first of two
 * numbers, which are apart from those of one; those of trees are hashes of 64 bits (`tree_lock` in the migrations).
 */
export const ADVISORY_LOCKS = {
  /** One dispatcher at a time admits held sessions. */
  admitHeldSessions: 7_203_114,
  /** One dispatcher at a time feeds organizations with a quota. */
  feedWithinQuotas: 7_203_115,
  /** One executor at a time counts failures in a row of an organization's workflows. */
  spreadEvents: 7_203_116,
  /** One executor at a time decides about due times of schedules. */
  decideDueTimes: 7_203_119,
  /** Things that count towards one limit of an organization are made one after the other. */
  countTowardsLimit: 7_203_118,
  /** Entries of the audit log are numbered one after the other. */
  numberAuditLog: 7_201_934_482,
  /** One of several replicas that start together makes the first admin. */
  makeFirstAdmin: 7_310_001,
  /** One process at a time migrates. */
  migrate: 7_340_192_001,
} as const;
