import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore } from '../../test/open-test-store.ts';
import { priorityAlone } from '../acceptance/start-sessions.ts';
import { openIntake } from '../intake/index.ts';
import { openPool } from '../postgres/pool.ts';
import { openPrisma, openSql } from '../postgres/sql.ts';
import { openSensitiveSeals } from '../sealing/sensitive-seals.ts';
import { openExecution } from './index.ts';

/** PostgreSQL makes a custom plan for each of the first five executions. */
const PLANNED_FOR_VALUES = 5;
const TIMES = 8;
const ENDED = { kind: 'succeeded', output: 1 } as const;
const STATEMENTS = ['accept', 'claim', 'claim_and_end', 'deferred_claim', 'end', 'record_steps'];

const ignore = (): void => undefined;

const database = useTestStore();

test('the statements of a session are not planned again each time', async () => {
  // The test uses one connection, because a connection shows only its own plans.
  const observer = { onFailures: ignore, onReady: ignore, onAnswered: ignore, onChildEnded: ignore };
  const options = { ...database.options, poolSize: 1, ...observer };
  const pool = openPool(options);
  const prisma = openPrisma(pool, options);
  const sql = openSql(pool, prisma, options);
  const seals = openSensitiveSeals(sql, options);
  const intake = openIntake(sql, seals, options);
  const execution = openExecution(sql, { startRulesOf: priorityAlone, seals }, options);
  const executorId = randomUUID();
  const claim = { executorId, enqueueNumber: 1, ranMs: 1, response: null };
  const accepted = async (): Promise<string> => {
    // Ingress names the pool of each session.
    const session = newSession({ pool: 'default' });
    await intake.accept(session);
    return session.id;
  };
  try {
    await execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
    for (let time = 0; time < TIMES; time += 1) {
      await execution.claimAndEnd({ sessionId: await accepted(), ...claim }, ENDED, [newStep(), newStep()]);
      await execution.claim({ sessionId: await accepted(), executorId });
      const fence = { sessionId: await accepted(), claimNumber: 1 };
      await execution.claimDeferred({ sessionId: fence.sessionId, ...claim }, [newStep()]);
      await execution.recordSteps(fence, [newStep()]);
      await execution.end(fence, ENDED, [newStep()]);
    }
    const plans = await sql.query<{ name: string; custom: number }>(
      { name: '', text: 'SELECT name, custom_plans::int AS custom FROM pg_prepared_statements ORDER BY name' },
      [],
    );
    expect(plans.filter(({ name }) => STATEMENTS.includes(name))).toEqual(
      STATEMENTS.map((name) => ({ name, custom: PLANNED_FOR_VALUES })),
    );
  } finally {
    await prisma.$disconnect();
    await pool.end();
  }
});
