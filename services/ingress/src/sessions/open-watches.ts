import { logRarely, type Logger } from '@workflow/service-runtime';
import type { Performance, PerformanceQuestion, SessionStore } from '@workflow/session-store';
import type { IngressConfig } from '../config.ts';
import { EventStreams } from './event-streams.ts';
import { RecentReads } from './recent-reads.ts';
import { SessionListWatch } from './session-list-watch.ts';
import { SessionWatch } from './session-watch.ts';

const KEEP_PERFORMANCE_MS = 5_000;
const MAX_KEPT_PERFORMANCE = 500;

/**
 * The parts behind live views: streams of a session, streams of a list, their number, and cached performance figures.
 */
export interface Watches {
  watch: SessionWatch;
  listWatch: SessionListWatch;
  eventStreams: EventStreams;
  performance: RecentReads<PerformanceQuestion, Performance>;
}

export function openWatches(
  queries: SessionStore['sessions']['queries'],
  config: Pick<IngressConfig, 'maxEventStreams' | 'maxEventStreamsPerOrganization'>,
  log: Logger,
): Watches {
  return {
    watch: new SessionWatch({ queries, onError: logRarely(log, 'watched sessions could not be read') }),
    listWatch: new SessionListWatch({ queries, onError: logRarely(log, 'watched lists could not be read') }),
    eventStreams: new EventStreams(config.maxEventStreams, config.maxEventStreamsPerOrganization),
    performance: new RecentReads({
      read: queries.performance,
      keepMs: KEEP_PERFORMANCE_MS,
      limit: MAX_KEPT_PERFORMANCE,
      now: () => performance.now(),
    }),
  };
}
