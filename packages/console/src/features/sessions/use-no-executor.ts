import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../api/queries/overview.ts';

/** No executor runs: at all if `pool` is null, else of that pool. */
export interface MissingExecutor {
  pool: string | null;
}

/**
 * Returns what is missing if it is known that no executor runs, or none of the pool for a minute; else null.
 * @param isAsked whether a session of the pool waits for an executor
 */
export function useNoExecutor(isAsked: boolean, pool: string): MissingExecutor | null {
  const { data } = useQuery({ ...overviewQuery('hour'), enabled: isAsked });
  if (!isAsked || data === undefined) return null;
  if (data.executors.length === 0) return { pool: null };
  return data.poolsWithoutExecutor.includes(pool) ? { pool } : null;
}
