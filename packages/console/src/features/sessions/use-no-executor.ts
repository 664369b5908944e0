import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../api/queries/overview.ts';

/** Returns true if it is known that no executor runs. @param isAsked whether a session waits for one */
export function useNoExecutor(isAsked: boolean): boolean {
  const { data } = useQuery({ ...overviewQuery('hour'), enabled: isAsked });
  return isAsked && data?.executors.length === 0;
}
