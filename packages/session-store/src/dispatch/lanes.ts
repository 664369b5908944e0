import { DEFAULT_POOL } from '@workflow/workflow-model';

/** The sessions of one organization in one executor pool. Each lane has its own quota, turns and place in the queue. */
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
 * Returns the pools whose sessions are enqueued: those with executors. Sessions of other pools wait in PostgreSQL,
 * where they take no place of the queue and none of their organization's quota. Without any executor, `default` is
 * enqueued.
 */
export function servedPools(slots: Slots): string[] {
  return slots.size === 0 ? [DEFAULT_POOL] : [...slots.keys()];
}
