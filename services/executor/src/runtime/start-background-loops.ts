import type { ExecutorConfig } from '../config.ts';
import type { ExecutorContext } from '../context.ts';
import { runReadings } from '../apps/run-readings.ts';
import { approvalUrls } from '../events/add-approval-url.ts';
import { endBlockedSessions } from '../background/end-blocked-sessions.ts';
import { countStorage } from '../background/count-storage.ts';
import { runDispatcher, type DispatcherParts } from '../dispatcher/run-dispatcher.ts';
import { runCollectionSweep } from '../background/run-collection-sweep.ts';
import { runFileSweep } from '../background/run-file-sweep.ts';
import { runFailures } from '../background/run-failures.ts';
import { runOperations } from '../background/run-operations.ts';
import { runRetention } from '../background/run-retention.ts';
import { runTrees } from '../background/run-trees.ts';
import { WorkLook } from '../loops/work-look.ts';
import { runPolls } from '../polls/run-polls.ts';
import { runEvents } from '../events/run-events.ts';
import { runRequests } from '../requests/run-requests.ts';
import { openExportTarget } from '../export/export-target.ts';
import type { Repetition } from '../loops/repeat.ts';
import type { StoreFailures } from './store-failures.ts';

/** The parts of an executor that its background loops need. */
export interface LoopParts extends Pick<
  ExecutorContext,
  | 'eventClient'
  | 'executorId'
  | 'files'
  | 'logger'
  | 'metrics'
  | 'notifications'
  | 'pollTools'
  | 'producer'
  | 'readingTools'
  | 'requestTools'
> {
  config: Pick<
    ExecutorConfig,
    'dispatcher' | 'executorDeadAfterMs' | 'polls' | 'publicUrl' | 'requestConcurrency' | 'retention'
  >;
  store: Pick<
    ExecutorContext['store'],
    | 'apps'
    | 'collections'
    | 'dispatch'
    | 'events'
    | 'execution'
    | 'failures'
    | 'operations'
    | 'polls'
    | 'questions'
    | 'readClock'
    | 'requests'
    | 'retention'
    | 'schedules'
    | 'trees'
  >;
}

/** These, and the parts that all loops share. Each loop gets what it names. */
interface SharedParts extends LoopParts {
  work: WorkLook;
  clock: DispatcherParts['clock'];
  onStoreFailure: StoreFailures['note'];
  lastStoreFailureAt: StoreFailures['lastAt'];
}

/**
 * The background loops by name. One executor at a time runs the dispatcher, retention, the sweeps and the count of
 * stored bytes. Every executor runs the others.
 */
const BACKGROUND_LOOPS = {
  dispatcher: ({
    store: { dispatch, schedules, readClock },
    config: { dispatcher: policy, executorDeadAfterMs },
    ...parts
  }) => runDispatcher({ ...parts, dispatch, schedules, readClock, policy, executorDeadAfterMs }),
  storage: ({ store: { dispatch: leases, retention }, executorId, onStoreFailure }) =>
    countStorage({ leases, retention, executorId, onStoreFailure }),
  events: ({ store: { events, questions }, config, eventClient: http, work, logger, onStoreFailure }) =>
    runEvents({ events, http, approvalUrls: approvalUrls(questions, config.publicUrl), work, logger, onStoreFailure }),
  polls: ({ store: { polls }, config, pollTools: tools, work, metrics, logger, onStoreFailure }) =>
    runPolls({ polls, tools, limits: config.polls, work, metrics, logger, onStoreFailure }),
  apps: ({ store: { apps }, readingTools: tools, work, logger, onStoreFailure }) =>
    runReadings({ readings: apps.readings, tools, work, logger, onStoreFailure }),
  failures: ({ store: { failures }, work, logger, onStoreFailure }) =>
    runFailures({ failures, work, logger, onStoreFailure }),
  operations: ({ store: { operations }, work, logger, onStoreFailure }) =>
    runOperations({ operations, work, logger, onStoreFailure }),
  blockedSessions: ({ store: { execution }, work, logger, onStoreFailure }) =>
    endBlockedSessions({ execution, work, logger, onStoreFailure }),
  requests: ({ store: { requests }, config, requestTools: tools, work, logger, onStoreFailure }) =>
    runRequests({ requests, tools, most: config.requestConcurrency, work, logger, onStoreFailure }),
  sweeps: ({ store: { dispatch: leases, collections }, files, executorId, metrics, logger, onStoreFailure }) => [
    runFileSweep({ leases, files, executorId, metrics, logger, onStoreFailure }),
    runCollectionSweep({ leases, collections, executorId, metrics, onStoreFailure }),
  ],
  trees: ({ store: { trees }, work, logger, onStoreFailure }) => runTrees({ trees, work, logger, onStoreFailure }),
  retention: ({
    store: { dispatch: leases, retention },
    config: {
      retention: { days, exportTo },
    },
    ...parts
  }) =>
    runRetention({
      ...parts,
      leases,
      retention,
      retentionDays: days,
      exportTo: exportTo && openExportTarget(exportTo),
    }),
} satisfies Record<string, (parts: SharedParts) => Repetition | Repetition[]>;

export type BackgroundLoop = keyof typeof BACKGROUND_LOOPS;
export const LOOP_NAMES = Object.keys(BACKGROUND_LOOPS) as BackgroundLoop[];

/**
 * Starts the background loops.
 * @param clock the clock that the heartbeat reads
 * @param names of the loops to start, all by default
 */
export function startBackgroundLoops(
  parts: LoopParts,
  { note: onStoreFailure, lastAt: lastStoreFailureAt }: StoreFailures,
  clock: DispatcherParts['clock'],
  names: readonly BackgroundLoop[] = LOOP_NAMES,
): Repetition[] {
  const work = new WorkLook(() => parts.store.execution.lookForWork());
  const shared = { ...parts, clock, work, onStoreFailure, lastStoreFailureAt };
  return names.flatMap((name) => BACKGROUND_LOOPS[name](shared));
}
