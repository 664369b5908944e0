import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { BACKGROUND_LOOPS, type BackgroundLoop } from './background-loops.ts';
import { readBackoffs, type BackoffView } from './read-backoffs.ts';
import { afterFailure, inTurn, type Backoff } from './backoff-policy.ts';
import type { Scope } from '../postgres/scoped.ts';

/** Called for each backoff of a loop from an organization. */
export type OnBackoff = (backoff: {
  work: BackgroundLoop;
  organizationId: string;
  failures: number;
  pauseMs: number;
  error: unknown;
}) => void;

const LOCK = statement<{ organizationId: string; work: string }>()(
  'lock_backoff',
  `SELECT failures, (extract(epoch FROM until) * 1000)::float8 AS "untilMs" FROM set_asides
    WHERE organization_id = $organizationId AND work = $work FOR UPDATE`,
  { failures: 'int4', untilMs: 'float8' },
);

const NOW = statement()('now_in_milliseconds', 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now', {
  now: 'float8',
});

const WRITE = statement<{ organizationId: string; work: string; failures: number; untilMs: number }>()(
  'write_backoff',
  `INSERT INTO set_asides (organization_id, work, failures, until)
    VALUES ($organizationId, $work, $failures, to_timestamp($untilMs::float8 / 1000))
    ON CONFLICT (organization_id, work) DO UPDATE SET failures = excluded.failures, until = excluded.until,
      since = CASE WHEN excluded.failures = 1 THEN clock_timestamp() ELSE set_asides.since END`,
  {},
);

const CLEAR = statement<{ organizationId: string; work: string }>()(
  'clear_backoff',
  'DELETE FROM set_asides WHERE organization_id = $organizationId AND work = $work',
  {},
);

/**
 * Serves organizations in turn. If one fails, it is skipped for growing times (`backoff-policy.ts`), and the loop
 * continues with the others. The process remembers the backoff, and the table `set_asides` stores it for other
 * processes and the console.
 */
export class FairRounds {
  readonly #sql: Sql;
  readonly #onBackoff: OnBackoff;
  readonly #backoffs = new Map<BackgroundLoop, Map<string, Backoff>>();
  readonly #servedLast = new Map<BackgroundLoop, string>();

  constructor(sql: Sql, onBackoff: OnBackoff = () => undefined) {
    this.#sql = sql;
    this.#onBackoff = onBackoff;
  }

  /** Returns the number of organizations that this process skips now, by loop. */
  counts(): Record<BackgroundLoop, number> {
    const counts = BACKGROUND_LOOPS.map((work) => [work, this.leftOut(work).length] as const);
    return Object.fromEntries(counts) as Record<BackgroundLoop, number>;
  }

  /** Returns the loops of all processes that skip one organization now. */
  of(organizationId: string): Promise<BackoffView[]> {
    return readBackoffs(this.#sql, organizationId);
  }

  /**
   * Serves each organization once, those that were served longest ago first.
   * @param serve handles one organization
   * @param isForAll returns true if a failure is not caused by the organization
   * @returns the results by organization, without those that were skipped or failed
   * @throws the error of `serve` if the organization did not cause it, or PostgreSQL does not answer, so that no
   * backoff can be stored
   */
  async inTurn<Result>(
    work: BackgroundLoop,
    organizationIds: readonly string[],
    serve: (organizationId: string) => Promise<Result>,
    isForAll: (error: unknown) => boolean = () => false,
  ): Promise<Map<string, Result>> {
    const leftOut = new Set(this.leftOut(work));
    const results = new Map<string, Result>();
    for (const organizationId of inTurn(organizationIds, this.#servedLast.get(work) ?? null)) {
      if (leftOut.has(organizationId)) continue;
      // Recorded before the call, because an organization that fails has had its turn as well.
      this.#servedLast.set(work, organizationId);
      try {
        results.set(organizationId, await serve(organizationId));
      } catch (error) {
        if (isForAll(error)) throw error;
        await this.#failed(work, organizationId, error);
        continue;
      }
      await this.#succeeded(work, organizationId);
    }
    return results;
  }

  /**
   * Serves all organizations by one statement. Only if it fails, the organizations are split in halves until those that
   * make it fail are found and skipped.
   * @param organizations finds all organizations of the loop; used only after a failure
   */
  async together<Result>(
    work: BackgroundLoop,
    serve: (scope: Scope) => Promise<Result>,
    organizations: Statement<{ id: string }>,
  ): Promise<Result[]> {
    const without = this.leftOut(work);
    try {
      const result = await serve(without.length === 0 ? null : { without });
      await this.#clearExpired(work);
      return [result];
    } catch (error) {
      const organizationIds = await readIds(this.#sql.query, organizations).catch(() => null);
      if (organizationIds === null) throw error;
      const remainingIds = organizationIds.filter((organizationId) => !without.includes(organizationId));
      // No organization caused the failure: the statement itself fails.
      if (remainingIds.length === 0) throw error;
      return this.#split(work, serve, remainingIds, error);
    }
  }

  async #split<Result>(
    work: BackgroundLoop,
    serve: (scope: Scope) => Promise<Result>,
    organizationIds: readonly string[],
    error: unknown,
  ): Promise<Result[]> {
    const [first] = organizationIds;
    if (first !== undefined && organizationIds.length === 1) {
      await this.#failed(work, first, error);
      return [];
    }
    const middle = organizationIds.length >> 1;
    const results: Result[] = [];
    for (const half of [organizationIds.slice(0, middle), organizationIds.slice(middle)]) {
      try {
        results.push(await serve({ only: half }));
      } catch (cause) {
        results.push(...(await this.#split(work, serve, half, cause)));
      }
    }
    return results;
  }

  /** Returns the organizations that this process skips now. */
  leftOut(work: BackgroundLoop): string[] {
    const now = performance.now();
    return [...(this.#backoffs.get(work) ?? [])].flatMap(([id, { untilMs }]) => (untilMs > now ? [id] : []));
  }

  async #failed(work: BackgroundLoop, organizationId: string, error: unknown): Promise<void> {
    const { failures, pauseMs } = await this.#write(work, organizationId).catch(() => {
      // PostgreSQL does not answer, so no organization caused the failure.
      throw error;
    });
    const backoffs = this.#backoffs.get(work) ?? new Map<string, Backoff>();
    this.#backoffs.set(work, backoffs.set(organizationId, { failures, untilMs: performance.now() + pauseMs }));
    this.#onBackoff({ work, organizationId, failures, pauseMs, error });
  }

  /** Uses PostgreSQL's clock, so that all processes count the same failures. */
  #write(work: BackgroundLoop, organizationId: string): Promise<{ failures: number; pauseMs: number }> {
    return this.#sql.transaction(async (query) => {
      const now = await readNow(query);
      const [before] = await query(...LOCK.with({ organizationId, work }));
      const { failures, untilMs } = afterFailure(before ?? null, now);
      await query(...WRITE.with({ organizationId, work, failures, untilMs }));
      return { failures, pauseMs: Math.max(0, Math.round(untilMs - now)) };
    });
  }

  async #succeeded(work: BackgroundLoop, organizationId: string): Promise<void> {
    if (this.#backoffs.get(work)?.delete(organizationId) === true)
      await this.#sql.query(...CLEAR.with({ organizationId, work }));
  }

  /** Removes expired backoffs, after all other organizations were served. */
  async #clearExpired(work: BackgroundLoop): Promise<void> {
    const backoffs = this.#backoffs.get(work);
    if (backoffs === undefined) return;
    const leftOut = new Set(this.leftOut(work));
    for (const organizationId of backoffs.keys())
      if (!leftOut.has(organizationId)) await this.#succeeded(work, organizationId);
  }
}

async function readNow(query: Query): Promise<number> {
  const [row] = await query(NOW, []);
  return row!.now;
}
