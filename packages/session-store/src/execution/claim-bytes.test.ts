import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';
import type { Sql } from '../postgres/sql.ts';
import { claimSessions, MAX_CLAIMED_BYTES } from './claim-sessions.ts';

const database = useTestStore();

const LARGE = 3 * 1024 * 1024;

async function accepted(text: string): Promise<string> {
  const session = newSession({ placeholderValuesJson: JSON.stringify({ text }) });
  await database.store.intake.accept(session);
  return session.id;
}

/** Claims the sessions in one statement. `read` has the bytes of values that each statement returned. */
async function claimAll(ids: string[], before = async (_call: number) => {}) {
  const read: number[] = [];
  const sql = {
    query: async (statement: { text: string }, values: unknown[]) => {
      await before(read.length);
      const rows = await database.sql<Record<string, unknown>>(statement.text, values);
      read.push(rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row['placeholderValues'] ?? '')), 0));
      return rows;
    },
  } as unknown as Sql;
  const executorId = randomUUID();
  await database.store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 10 });
  const claimed = await claimSessions(
    sql,
    60_000,
    ids.map((sessionId) => ({ sessionId, executorId })),
  );
  return { claimed, read };
}

test('no statement of a claim returns more than the bound, and each session gets its values', async () => {
  const texts = ['a', 'b', 'c', 'd', 'e'].map((letter, index) => letter.repeat(index === 2 ? 10 : LARGE));
  const ids = await Promise.all(texts.map(accepted));
  const { claimed, read } = await claimAll(ids);
  // Compares for equality only, because a failure would print a difference of megabytes.
  expect(claimed.map((one, index) => one?.placeholderValues['text'] === texts[index])).toEqual(texts.map(() => true));
  expect(read.length).toBeGreaterThan(1);
  expect(Math.max(...read)).toBeLessThanOrEqual(MAX_CLAIMED_BYTES);
  for (const one of claimed) expect(one).toMatchObject({ claimNumber: 1, crashes: 0 });
});

test('sizes that were not stored count as well, and small sessions need one statement', async () => {
  const ids = await Promise.all(['x', 'y'].map(accepted));
  await database.sql('UPDATE sessions SET values_bytes = NULL WHERE id = ANY ($1)', [ids]);
  const { claimed, read } = await claimAll(ids);
  expect(claimed.map((one) => one?.placeholderValues)).toEqual([{ text: 'x' }, { text: 'y' }]);
  expect(read).toHaveLength(1);
});

test('a session that is deleted before its values are read is not claimed', async () => {
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((letter) => accepted(letter.repeat(LARGE))));
  const { claimed } = await claimAll(ids, async (call) => {
    if (call === 1) await database.sql('DELETE FROM sessions WHERE id = ANY ($1)', [ids]);
  });
  expect(claimed.filter((one) => one !== null)).toHaveLength(2);
});
