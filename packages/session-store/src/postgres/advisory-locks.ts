/**
 * The advisory locks in PostgreSQL. A lock is a number that is valid in the whole database: operations with the same
 * number exclude each other. `spreadEvents`, `countTowardsLimit` and `accountsOfAddress` are the first of two numbers,
 * which are separate from single numbers. The locks of trees are 64-bit hashes (`tree_lock` in the migrations).
 */
export const ADVISORY_LOCKS = {
  /** One dispatcher at a time admits sessions on hold. */
  admitHeldSessions: 7_203_114,
  /** One dispatcher at a time enqueues sessions of organizations with a limit of concurrent sessions. */
  enqueueWithinConcurrencyLimits: 7_203_115,
  /** One executor at a time counts consecutive failures of an organization's workflows. */
  spreadEvents: 7_203_116,
  /** One executor at a time decides about due times of schedules. */
  decideDueTimes: 7_203_119,
  /** Items that count towards one limit of an organization are created one after the other. */
  countTowardsLimit: 7_203_118,
  /** Entries of the audit log are numbered one after the other. */
  numberAuditLog: 7_201_934_482,
  /** If several replicas start together, one creates the first admin. */
  makeFirstAdmin: 7_310_001,
  /** Accounts of one e-mail address are created one after the other. */
  accountsOfAddress: 7_310_002,
  /** One process at a time migrates. */
  migrate: 7_340_192_001,
} as const;
