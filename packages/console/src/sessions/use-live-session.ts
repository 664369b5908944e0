import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery, stepsQuery } from '../api/queries/sessions.ts';
import type { Session, Step } from '../api/types.ts';
import { watchEvents } from '../api/watch-events.ts';

const TERMINAL = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

export function isTerminal(session: Session): boolean {
  return TERMINAL.has(session.status);
}

/** A session and its steps, kept up to date by its feed until it is terminal. */
export function useLiveSession(id: string | null) {
  const queryClient = useQueryClient();
  const session = useQuery({ ...sessionQuery(id ?? ''), enabled: id !== null });
  const steps = useQuery({ ...stepsQuery(id ?? ''), enabled: id !== null });
  const live = id !== null && session.data !== undefined && !isTerminal(session.data);
  useEffect(() => {
    if (!live) return undefined;
    return watchEvents(`/v1/sessions/${id}/events`, {
      handlers: {
        session: (data) => queryClient.setQueryData(sessionQuery(id).queryKey, data as Session),
        steps: (data) => queryClient.setQueryData(stepsQuery(id).queryKey, data as Step[]),
      },
      poll: () => void queryClient.invalidateQueries({ queryKey: ['session', id] }),
    });
  }, [id, live, queryClient]);
  return { session, steps, live };
}
