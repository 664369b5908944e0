/**
 * Limits how many sessions of an organization may be in flight (in the queue or running) in one executor pool. The
 * dispatcher writes it, by the rate at which they end. Ingress enqueues further sessions itself while it has quota.
 */
export interface AdmissionQuota {
  organizationId: string;
  pool: string;
  /** The sessions in flight when the dispatcher wrote this. */
  inFlight: number;
  quota: number;
  /** True if sessions wait in the backlog. Then ingress enqueues none itself, so that none overtakes them. */
  backlogged: boolean;
}

/** SQL of the quotas in `admission_quotas`. */
export const READ_ADMISSION_QUOTAS = `SELECT organization_id AS "organizationId", 'default' AS pool,
      in_flight AS "inFlight", quota, backlogged
    FROM admission_quotas
    UNION ALL
    SELECT organization_id, p.key, (p.value->>'inFlight')::int, (p.value->>'quota')::int,
      (p.value->>'backlogged')::boolean
    FROM admission_quotas CROSS JOIN LATERAL jsonb_each(pools) p`;

/** SQL: the sessions of all pools that a row `a` of `admission_quotas` counts in flight. */
export const IN_FLIGHT_OF_ALL_POOLS = `(a.in_flight
  + coalesce((SELECT sum((p.value->>'inFlight')::int) FROM jsonb_each(a.pools) p), 0))`;
