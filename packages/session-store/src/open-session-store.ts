import { openApps } from './apps/index.ts';
import { openCredentials } from './credentials/index.ts';
import { openCollections } from './collections/index.ts';
import { openDispatch } from './dispatch/index.ts';
import { openEvents } from './events/index.ts';
import { openFailures } from './failures/index.ts';
import { openFiles } from './files/index.ts';
import { openExecution } from './execution/index.ts';
import { openIntake } from './intake/index.ts';
import { openLookups } from './lookups/index.ts';
import { openManagement } from './management/index.ts';
import { openOperations } from './operations/index.ts';
import { openOperator } from './operator/index.ts';
import { openDatabaseCheck } from './check-database.ts';
import { readClock } from './postgres/read-clock.ts';
import { openPostgres } from './postgres/sql.ts';
import { openPolls } from './polls/index.ts';
import { openQuestions } from './questions/index.ts';
import { openExecutorRequests } from './requests/index.ts';
import { openRetention } from './retention/index.ts';
import { STORE_DEFAULTS, type SessionStoreOptions } from './session-store-options.ts';
import { openSensitiveSeals } from './sealing/sensitive-seals.ts';
import { openSchedules } from './schedules/index.ts';
import { openSessions } from './sessions/index.ts';
import { openTrees } from './trees/index.ts';
import { FairRounds } from './fair-turns/fair-rounds.ts';

/** All data of PostgreSQL that the services use. */
export type SessionStore = ReturnType<typeof createSessionStore>;

/** Opens the store without waiting for PostgreSQL. Each operation connects when it needs to. */
export function createSessionStore(options: SessionStoreOptions) {
  const { pool, prisma, sql } = openPostgres(options);
  const { secretsKey, maxRuns, compareDefinitions } = options;
  const { startRulesOf, limits, collectionLimits, onReady, onAnswered, onChildEnded } = {
    ...STORE_DEFAULTS,
    ...options,
  };
  const rounds = new FairRounds(sql, options.onBackoff);
  const seals = openSensitiveSeals(sql, options);
  const starting = { startRulesOf, seals };
  const retries = { ...starting, maxRuns, compareDefinitions };
  const sessions = openSessions(sql, seals, { ...options, ...retries });
  const intake = openIntake(sql, seals, options);
  const failures = openFailures(sql, rounds, starting);
  const onFailures = failures.noted;
  const execution = openExecution(sql, starting, { ...options, onFailures, onReady, onAnswered, onChildEnded });
  return {
    intake,
    execution,
    dispatch: openDispatch(sql, rounds, { ...options, onFailures }),
    failures,
    lookups: openLookups(sql, seals, options),
    polls: openPolls(sql, starting),
    /** The due times of schedules. */
    schedules: openSchedules(sql, rounds, starting),
    sessions,
    operations: openOperations(sql, rounds, { ...retries, limits }),
    events: openEvents(sql, options, rounds),
    trees: openTrees(sql, rounds),
    management: openManagement(prisma, { secretsKey, limits }),
    credentials: openCredentials(sql, prisma, options, limits),
    apps: openApps(sql, prisma, { secretsKey, limits }),
    files: openFiles(sql),
    collections: openCollections(sql, prisma, seals, { secretsKey, limits, collectionLimits }),
    questions: openQuestions(sql, seals, options),
    requests: openExecutorRequests(sql, options.executorDeadAfterMs, limits),
    retention: openRetention(sql, rounds),
    operator: openOperator(sql, prisma, options),
    /** Returns the organizations that the loops of this process skip now, by loop. */
    backoffs: () => rounds.counts(),
    /** Returns the loops of all processes that skip one organization now. */
    backoffsOf: (organizationId: string) => rounds.of(organizationId),
    /** Returns PostgreSQL's time. */
    readClock: () => readClock(sql),
    /** Returns the number of used and idle connections, and of operations that wait for one. */
    connections: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ...openDatabaseCheck(sql, options),
    /** Waits for pending operations, then closes the connections. */
    close: async (): Promise<void> => {
      await Promise.all([intake.idle(), execution.idle(), sessions.idle()]);
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
