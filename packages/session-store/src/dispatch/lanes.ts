import { DEFAULT_POOL } from '@workflow/workflow-model';

/** The sessions of one organization in one executor pool. Each lane has an admission quota, and lanes take turns. */
export interface Lane {
  organizationId: string;
  pool: string;
}

/** Identifies a lane in maps. */
export type LaneKey = string;

export function laneKey({ organizationId, pool }: Lane): LaneKey {
  return `${organizationId} ${pool}`;
}

export function laneOf(key: LaneKey): Lane {
  const [organizationId, pool] = key.split(' ') as [string, string];
  return { organizationId, pool };
}

/** The slots of the living executors that take sessions, by pool. */
export type Slots = ReadonlyMap<string, number>;

/**
 * Returns the pools whose sessions are enqueued: those with executors, or `default` if there is no executor. Sessions
 * of other pools wait in PostgreSQL, and use no quota of their organization.
 */
export function servedPools(slots: Slots): string[] {
  return slots.size === 0 ? [DEFAULT_POOL] : [...slots.keys()];
}
