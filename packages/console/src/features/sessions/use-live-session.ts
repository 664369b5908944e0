import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isTerminal } from '@workflow/workflow-model';
import { useEffect } from 'react';
import { hasStatus } from '../../api/api-error.ts';
import { sessionQuery, stepsQuery } from '../../api/queries/sessions.ts';
import type { Session, Step } from '../../api/types.ts';
import { watchEvents } from '../../api/watch-events.ts';

/** A session and its steps, updated by its event stream until it is terminal. */
export function useLiveSession(id: string | null) {
  const queryClient = useQueryClient();
  const session = useQuery({ ...sessionQuery(id ?? ''), enabled: id !== null });
  const steps = useQuery({ ...stepsQuery(id ?? ''), enabled: id !== null });
  const live = id !== null && session.data !== undefined && !isTerminal(session.data.status);
  useEffect(() => {
    if (!live) return;
    return watchEvents(`/v1/sessions/${id}/events`, {
      handlers: {
        session(data) {
          const sent = data as Session & { truncated?: true };
          // The stream leaves large values out.
          if (sent.truncated === true) void queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
          else queryClient.setQueryData(sessionQuery(id).queryKey, sent);
        },
        steps: (data) => queryClient.setQueryData(stepsQuery(id).queryKey, data as Step[]),
      },
      poll: () => void queryClient.invalidateQueries({ queryKey: ['session', id] }),
    });
  }, [id, live, queryClient]);
  // Steps that were read together with a session may be older than its end: those of an ended session are read after
  // it.
  const endedAt =
    session.data && isTerminal(session.data.status) ? `${session.data.run} ${session.data.finishedAt}` : null;
  useEffect(() => {
    if (id !== null && endedAt !== null) void queryClient.invalidateQueries({ queryKey: stepsQuery(id).queryKey });
  }, [id, endedAt, queryClient]);
  const isMissing = hasStatus(session.error, 404) || hasStatus(session.error, 400);
  return { session, steps, live, isMissing };
}
