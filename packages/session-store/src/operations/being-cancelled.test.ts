import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore } from '../../test/open-test-store.ts';
import { poison } from '../../test/poison.ts';

const database = useTestStore();
afterEach(() => database.sql(`UPDATE operations SET status = 'STOPPED'`));

const CANCEL = { action: 'cancel', filter: {}, fromStart: false, perMinute: null, dryRun: false } as const;
/** More sessions than one part of an operation has. */
const SESSIONS = 250;

async function accept(organizationId: string): Promise<string> {
  const session = newSession({ organizationId });
  await database.store.intake.accept(session);
  return session.id;
}

async function livingExecutor(): Promise<string> {
  const id = randomUUID();
  await database.store.execution.registerExecutor({ id, host: 'test', concurrency: 10 });
  return id;
}

async function claimed(ids: string[], executorId: string): Promise<number> {
  const claims = await Promise.all(
    ids.map((sessionId) => database.store.execution.claim({ sessionId, executorId, enqueueNumber: 1 })),
  );
  return claims.filter((claim) => claim !== null).length;
}

describe('from the answer to a bulk cancel on, before its parts are processed', () => {
  test('no session that matched is claimed, and one that was accepted later is', async () => {
    const [organizationId, executorId] = [randomUUID(), await livingExecutor()];
    const ids = await Promise.all(Array.from({ length: SESSIONS }, () => accept(organizationId)));
    const { matched } = await database.store.operations.start(organizationId, CANCEL);
    const later = await accept(organizationId);
    const ofAnother = await accept(randomUUID());
    expect(matched).toBe(SESSIONS);
    expect(await claimed(ids, executorId)).toBe(0);
    expect(await claimed([later, ofAnother], executorId)).toBe(2);
  });

  test('a session that waited is not claimed when it is due', async () => {
    const [organizationId, executorId] = [randomUUID(), await livingExecutor()];
    const sessionId = await accept(organizationId);
    await database.sql(`UPDATE sessions SET status = 'RUNNING', claim_number = 1, executor_id = $2 WHERE id = $1`, [
      sessionId,
      executorId,
    ]);
    await database.sql(
      `UPDATE sessions SET status = 'WAITING', due_at = clock_timestamp(), waiting_since = clock_timestamp(),
        enqueued_at = clock_timestamp() + interval '1 second' WHERE id = $1`,
      [sessionId],
    );
    const { id } = await database.store.operations.start(organizationId, CANCEL);
    expect(await claimed([sessionId], executorId)).toBe(0);
    await database.store.operations.stop(organizationId, id);
    expect(await claimed([sessionId], executorId)).toBe(1);
  });

  test('a session that ran before its claim is not claimed with its end', async () => {
    const [organizationId, executorId] = [randomUUID(), await livingExecutor()];
    const sessionId = await accept(organizationId);
    await database.store.operations.start(organizationId, CANCEL);
    const request = { sessionId, executorId, enqueueNumber: 1, ranMs: 10, response: null };
    expect(await database.store.execution.claimDeferred(request, [newStep()])).toBeNull();
    const [row] = await database.sql<{ status: string }>('SELECT status FROM sessions WHERE id = $1', [sessionId]);
    expect(row).toEqual({ status: 'QUEUED' });
  });

  test('of a part that was halved, no session is claimed either', async () => {
    const [organizationId, executorId] = [randomUUID(), await livingExecutor()];
    const ids = await Promise.all(Array.from({ length: 4 }, () => accept(organizationId)));
    await database.store.operations.start(organizationId, CANCEL);
    const cure = await poison(database, {
      table: 'sessions',
      on: 'UPDATE',
      organizationId: ids[0]!,
      row: 'changed.id',
    });
    await database.store.operations.work().catch(() => undefined);
    await cure();
    const parts = await database.sql('SELECT FROM operation_parts WHERE session_ids && $1::uuid[]', [ids]);
    expect(parts).toHaveLength(2);
    expect(await claimed(ids, executorId)).toBe(0);
  });
});
