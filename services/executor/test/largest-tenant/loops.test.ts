import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger, createMetrics } from '@workflow/service-runtime';
import { StoreClock } from '@workflow/session-store';
import {
  createOrganization,
  fillLargestTenant,
  startMeasuredPostgres,
  testQueueName,
  Trials,
  waitFor,
} from '@workflow/test-harness';
import { readExecutorConfig } from '../../src/config.ts';
import { ExecutorContext } from '../../src/context.ts';
import { createExecutorMetrics } from '../../src/health/executor-metrics.ts';
import { LOOP_NAMES, startBackgroundLoops, type BackgroundLoop } from '../../src/runtime/start-background-loops.ts';
import { noteStoreFailures } from '../../src/runtime/store-failures.ts';

/** Runs each background loop of an executor alone, on an organization that is at all of its limits. */

/** Statements that a loop sends when it has work. It must send all of them. */
const SENT: Record<BackgroundLoop, readonly string[]> = {
  dispatcher: [
    'reconcile_batches',
    'move_pools',
    'insert_due_times',
    'admit_held',
    'take_expiries',
    'look_for_waiting',
    'take_from_backlog',
    'record_depths',
  ],
  storage: ['count_stored_bytes', 'count_bytes_of_files_and_collections'],
  events: ['read_session_events', 'record_event_try', 'find_organizations_to_remind'],
  polls: ['claim_polls', 'fail_poll'],
  apps: ['claim_app_readings', 'insert_app_operations', 'end_app_reading'],
  failures: ['find_error_triggers', 'delete_failure_notices'],
  operations: ['next_operation_part', 'cancel_sessions', 'count_operation'],
  blockedSessions: ['look_for_work'],
  requests: ['take_executor_requests'],
  sweeps: ['remove_collection_entries', 'lock_expired_files'],
  trees: ['cancel_part_below', 'forget_deleted_sessions'],
  retention: ['find_scopes_with_old_sessions', 'delete_unused_definitions'],
};

let context: ExecutorContext;
let trials: Trials;
let remove: () => Promise<void>;
const sent = new Set<string>();

beforeAll(async () => {
  const database = await startMeasuredPostgres();
  remove = database.drop;
  const { id } = await createOrganization(database.databaseUrl);
  await fillLargestTenant(database.databaseUrl, id);
  trials = await Trials.open(database.databaseUrl);
  const config = readExecutorConfig({
    DATABASE_URL: database.databaseUrl,
    QUEUE_NAME: testQueueName(),
    SECRETS_KEY: 'ab'.repeat(32),
    EXECUTOR_METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
  });
  const metrics = createExecutorMetrics(createMetrics('executor', 'test'));
  const statementEnded = (name: string, seconds: number): void => {
    sent.add(name);
    metrics.statementEnded(name, seconds);
  };
  context = ExecutorContext.fromConfig(config, {
    logger: createLogger({ service: 'executor', level: 'silent' }),
    metrics: { ...metrics, statementEnded },
  });
  await waitFor(() => context.producer.ping().then(() => true));
});

afterAll(async () => {
  await trials?.close();
  await context?.notifications.close();
  await context?.producer.close();
  await context?.closeSessions();
  await context?.eventClient.close();
  await context?.files.close();
  await context?.closeTokens();
  await context?.store.close();
  await remove?.();
});

/** Runs a loop until it has sent its statements. */
async function run(name: BackgroundLoop): Promise<number> {
  sent.clear();
  const loops = startBackgroundLoops(context, noteStoreFailures(context), new StoreClock(), [name]);
  try {
    await waitFor(async () => SENT[name].every((statement) => sent.has(statement)));
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
  }
  return 0;
}

test.each(LOOP_NAMES)('%s takes no long turn and no long statement', async (name) => {
  // A round is not repeated, because its work is done.
  await trials.make(name, () => run(name), false);
  expect(trials.exceeded().filter((found) => found.startsWith(`${name}:`))).toEqual([]);
  const { LARGEST_TENANT_TABLE: file } = process.env;
  if (file !== undefined) writeFileSync(`${file}.loops`, trials.slowest(40));
});
