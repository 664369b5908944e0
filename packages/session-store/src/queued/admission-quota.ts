/** The number of sessions of an organization that may be in flight in one executor pool, as the dispatcher wrote it. */
export interface AdmissionQuota {
  organizationId: string;
  pool: string;
  inFlight: number;
  quota: number;
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
