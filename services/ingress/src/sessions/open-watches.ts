import { logRarely, type Logger } from '@workflow/service-runtime';
import type {
  ExecutorView,
  FailureGroup,
  FailureGroupsQuestion,
  Performance,
  PerformanceQuestion,
  SessionStore,
} from '@workflow/session-store';
import type { UnsentBytes } from '../http/shares/unsent-bytes.ts';
import { EventStreams } from './event-streams.ts';
import { MarkReader } from './mark-reader.ts';
import { RecentReads } from './recent-reads.ts';
import { SessionListWatch } from './session-list-watch.ts';
import { SessionWatch } from './session-watch.ts';
import { TextWatch } from './text-watch.ts';
import type { WatchesConfig } from './watches-config.ts';

const KEEP_PERFORMANCE_MS = 5_000;
/** Groups are read from up to 100,000 rows, and often several pages of the list follow one another. */
const KEEP_FAILURE_GROUPS_MS = 2_000;
const MAX_CACHED_FAILURE_GROUPS = 20;
const MAX_CACHED_PERFORMANCE = 500;
/** Executors write their load less often than this. */
const KEEP_EXECUTORS_MS = 1_000;

/**
 * The parts of live views: streams of a session, the text of its agents, streams of a list, the number of streams,
 * cached performance figures, and the executors, which are read once for all organizations.
 */
export interface Watches {
  marks: MarkReader;
  watch: SessionWatch;
  textWatch: TextWatch;
  listWatch: SessionListWatch;
  eventStreams: EventStreams;
  performance: RecentReads<PerformanceQuestion & { organizationId: string }, Performance>;
  failureGroups: RecentReads<FailureGroupsQuestion & { organizationId: string }, FailureGroup[]>;
  executors: RecentReads<object, ExecutorView[]>;
}

interface WatchesOptions {
  store: Pick<SessionStore, 'sessions' | 'execution'>;
  config: WatchesConfig;
  log: Logger;
  unsent: UnsentBytes;
}

export function openWatches({ store, config, log, unsent }: WatchesOptions): Watches {
  const { execution } = store;
  const { queries } = store.sessions;
  const { maxEventStreams, maxEventStreamsPerOrganization, maxChatStreamsPerAddress } = config;
  const shared = { queries, maxEventBytes: config.maxStreamEventBytes };
  return {
    marks: new MarkReader(queries),
    watch: new SessionWatch({ ...shared, onError: logRarely(log, 'Could not read watched sessions') }),
    textWatch: new TextWatch({ queries, onError: logRarely(log, 'Could not read words of agents') }),
    listWatch: new SessionListWatch({ ...shared, onError: logRarely(log, 'Could not read watched lists') }),
    eventStreams: new EventStreams({
      limit: maxEventStreams,
      limitPerOrganization: maxEventStreamsPerOrganization,
      limitPerNetwork: maxChatStreamsPerAddress,
      unsent,
    }),
    performance: new RecentReads({
      read: ({ organizationId, ...question }) => queries.performance(organizationId, question),
      keepMs: KEEP_PERFORMANCE_MS,
      limit: MAX_CACHED_PERFORMANCE,
      now: () => performance.now(),
    }),
    failureGroups: new RecentReads({
      read: ({ organizationId, since, ...filter }) =>
        queries.failureGroups(organizationId, { ...filter, ...(since !== undefined && { since: new Date(since) }) }),
      keepMs: KEEP_FAILURE_GROUPS_MS,
      limit: MAX_CACHED_FAILURE_GROUPS,
      now: () => performance.now(),
    }),
    executors: new RecentReads({
      read: () => execution.listExecutors(),
      keepMs: KEEP_EXECUTORS_MS,
      limit: 1,
      now: () => performance.now(),
    }),
  };
}
