import type { ExecutorContext } from '../context.ts';
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

/**
 * Starts the background loops: dispatcher, retention and the count of stored bytes (one executor at a time each),
 * polls, sessions for failures, bulk operations, ends of sessions that blocked an executor, cancelling in parts,
 * requests of ingress, and events.
 */
export function startBackgroundLoops(context: ExecutorContext, storeFailures: StoreFailures): Repetition[] {
  const { config, executorId, logger, metrics, producer, signals, store } = context;
  const work = new WorkLook(() => store.execution.lookForWork());
  const shared = { executorId, work, metrics, logger, onStoreFailure: storeFailures.note };
  return [
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
    countStorage({ ...shared, leases: store.dispatch, retention: store.retention }),
    runEvents({
      ...shared,
      events: store.events,
      http: context.eventClient,
      approvalUrls: approvalUrls(store.questions, config.publicUrl),
    }),
    runPolls({ ...shared, polls: store.polls, tools: context.pollTools, limits: config.polls }),
    runFailures({ ...shared, failures: store.failures }),
    runOperations({ ...shared, operations: store.operations }),
    endBlockedSessions({ ...shared, execution: store.execution }),
    runRequests({
      ...shared,
      requests: store.requests,
      tools: context.requestTools,
      most: config.requestConcurrency,
    }),
    ...runSweeps({ ...shared, leases: store.dispatch, files: context.files, collections: store.collections }),
    runTrees({ ...shared, trees: store.trees }),
    runRetention({
      ...shared,
      leases: store.dispatch,
      retentionDays: config.retention.days,
      exportTo: config.retention.exportTo && openExportTarget(config.retention.exportTo),
      retention: store.retention,
    }),
  ];
}
