import type { ExecutorContext } from '../context.ts';
import { runReadings } from '../apps/run-readings.ts';
import { approvalUrls } from '../events/add-approval-url.ts';
import { endBlockedSessions } from '../background/end-blocked-sessions.ts';
import { countStorage } from '../background/count-storage.ts';
import { runDispatcher } from '../dispatcher/run-dispatcher.ts';
import { runSweeps } from '../background/run-sweeps.ts';
import { runFailures } from '../background/run-failures.ts';
import { runOperations } from '../background/run-operations.ts';
import { runRetention } from '../background/run-retention.ts';
import { runTrees } from '../background/run-trees.ts';
import { WorkLook } from '../retry/work-look.ts';
import { runPolls } from '../polls/run-polls.ts';
import { runEvents } from '../events/run-events.ts';
import { runRequests } from '../requests/run-requests.ts';
import { openExportTarget } from '../export/export-target.ts';
import type { Repetition } from '../retry/repeat.ts';
import type { StoreFailures } from './store-failures.ts';

/** The arguments of each loop. */
interface LoopParts {
  context: ExecutorContext;
  storeFailures: StoreFailures;
  shared: {
    executorId: string;
    work: WorkLook;
    metrics: ExecutorContext['metrics'];
    logger: ExecutorContext['logger'];
    onStoreFailure: StoreFailures['note'];
  };
}

/**
 * The background loops by name. One executor at a time runs the dispatcher, retention, the sweeps and the count of
 * stored bytes. Every executor runs the others.
 */
const BACKGROUND_LOOPS = {
  dispatcher: ({ context: { config, producer, signals, store }, storeFailures, shared }) =>
    runDispatcher({
      ...shared,
      dispatch: store.dispatch,
      schedules: store.schedules,
      producer,
      signals,
      policy: config.dispatcher,
      executorDeadAfterMs: config.executorDeadAfterMs,
      lastStoreFailureAt: storeFailures.lastAt,
    }),
  storage: ({ context: { store }, shared }) =>
    countStorage({ ...shared, leases: store.dispatch, retention: store.retention }),
  events: ({ context: { config, eventClient, store }, shared }) =>
    runEvents({
      ...shared,
      events: store.events,
      http: eventClient,
      approvalUrls: approvalUrls(store.questions, config.publicUrl),
    }),
  polls: ({ context: { config, pollTools, store }, shared }) =>
    runPolls({ ...shared, polls: store.polls, tools: pollTools, limits: config.polls }),
  apps: ({ context: { pollTools, store }, shared }) =>
    runReadings({ ...shared, readings: store.apps.readings, tools: pollTools }),
  failures: ({ context: { store }, shared }) => runFailures({ ...shared, failures: store.failures }),
  operations: ({ context: { store }, shared }) => runOperations({ ...shared, operations: store.operations }),
  blockedSessions: ({ context: { store }, shared }) => endBlockedSessions({ ...shared, execution: store.execution }),
  requests: ({ context: { config, requestTools, store }, shared }) =>
    runRequests({ ...shared, requests: store.requests, tools: requestTools, most: config.requestConcurrency }),
  sweeps: ({ context: { files, store }, shared }) =>
    runSweeps({ ...shared, leases: store.dispatch, files, collections: store.collections }),
  trees: ({ context: { store }, shared }) => runTrees({ ...shared, trees: store.trees }),
  retention: ({ context: { config, store }, shared }) =>
    runRetention({
      ...shared,
      leases: store.dispatch,
      retentionDays: config.retention.days,
      exportTo: config.retention.exportTo && openExportTarget(config.retention.exportTo),
      retention: store.retention,
    }),
} satisfies Record<string, (parts: LoopParts) => Repetition | Repetition[]>;

export type BackgroundLoop = keyof typeof BACKGROUND_LOOPS;
export const LOOP_NAMES = Object.keys(BACKGROUND_LOOPS) as BackgroundLoop[];

/**
 * Starts the background loops.
 * @param names of the loops to start, all by default
 */
export function startBackgroundLoops(
  context: ExecutorContext,
  storeFailures: StoreFailures,
  names: readonly BackgroundLoop[] = LOOP_NAMES,
): Repetition[] {
  const { executorId, logger, metrics, store } = context;
  const work = new WorkLook(() => store.execution.lookForWork());
  const shared = { executorId, work, metrics, logger, onStoreFailure: storeFailures.note };
  return names.flatMap((name) => BACKGROUND_LOOPS[name]({ context, storeFailures, shared }));
}
