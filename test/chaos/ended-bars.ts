import { waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import type { Bar } from './judge.ts';

/** Returns the bar that no session counts a crash, except the given ones. */
export async function noCrashCounted(database: Client, except: string[] = []): Promise<Bar> {
  const { rows } = await database.query<{ counted: number }>(
    'SELECT count(*)::int AS counted FROM sessions WHERE crashes > 0 AND id <> ALL ($1::uuid[])',
    [except],
  );
  return {
    text: `${rows[0]!.counted} ${except.length > 0 ? 'others' : 'sessions'} count a crash`,
    met: rows[0]!.counted === 0,
  };
}

/**
 * Returns the bar that the queue has no active job. All sessions have ended by then, and a consumer completes its jobs
 * soon afterwards.
 */
export async function noneActive(countActive: () => Promise<number>): Promise<Bar> {
  let active = 0;
  await waitFor(async () => (active = await countActive()) === 0, { withinMs: 30_000, everyMs: 250 }).catch(
    () => undefined,
  );
  return { text: `${active} jobs still active in the queue`, met: active === 0 };
}
