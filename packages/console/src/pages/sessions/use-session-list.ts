import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { listSessions, type SessionFilter } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { watchEvents } from '../../api/watch-events.ts';
import { mergeSessions, PAGE_SIZE, withChanged } from './newest-sessions.ts';
import { cursorAt, isBefore, type ShownSessions } from './session-filters.ts';

/** Events are collected for this long before they are shown, so that a burst causes only a few redraws a second. */
const GATHER_MS = 250;

/**
 * The sessions that match, newest first. Sessions of the event stream go into the newest page;
 * older pages are read once, as they are scrolled to.
 */
export function useSessionList({ filter, since, until }: ShownSessions) {
  const queryClient = useQueryClient();
  const headKey = useMemo(() => ['sessions', 'head', filter], [filter]);
  const isLive = until === null;
  const older = useInfiniteQuery({
    queryKey: ['sessions', 'pages', filter, until],
    initialPageParam: until === null ? undefined : cursorAt(until),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam }) => listSessions(filter, PAGE_SIZE, pageParam),
    getNextPageParam: (page) =>
      page.nextCursor === null || isBefore(page.nextCursor, since) ? undefined : page.nextCursor,
  });
  const head = useQuery({
    queryKey: headKey,
    enabled: isLive && older.isSuccess,
    queryFn: () => listSessions(filter, PAGE_SIZE),
  });

  useEffect(() => {
    if (!isLive) return;
    let gathered: Session[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      // An answer under way may be older than these, and would take them away.
      if (queryClient.getQueryState(headKey)?.fetchStatus === 'fetching') {
        timer = setTimeout(show, GATHER_MS);
        return;
      }
      timer = undefined;
      const changed = gathered;
      gathered = [];
      queryClient.setQueryData<SessionPage>(
        headKey,
        (page) => page && { ...page, items: withChanged(page.items, changed) },
      );
    };
    const stop = watchEvents(`/v1/sessions/events${queryOf(filter)}`, {
      handlers: {
        session(data) {
          gathered.push(data as Session);
          timer ??= setTimeout(show, GATHER_MS);
        },
      },
      poll: () => void queryClient.invalidateQueries({ queryKey: headKey }),
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isLive, filter, headKey, queryClient]);

  const { sessions, hasGap } = useMemo(
    () => mergeSessions(head.data?.items ?? [], older.data?.pages.flatMap((page) => page.items) ?? []),
    [head.data, older.data],
  );
  useEffect(() => {
    // So many sessions arrived that the newest page no longer adjoins the others: start over.
    if (hasGap) void queryClient.resetQueries({ queryKey: ['sessions', 'pages', filter, until] });
  }, [hasGap, queryClient, filter, until]);

  return {
    list: older,
    sessions: since === null ? sessions : sessions.filter((session) => session.createdAt >= since),
  };
}

type SessionPage = Awaited<ReturnType<typeof listSessions>>;

function queryOf(filter: SessionFilter): string {
  const params = new URLSearchParams(filter as Record<string, string>);
  return params.size === 0 ? '' : `?${params}`;
}
