import type { Definition, FlowKeys, JsonObject, StartRulesOf } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { orderedColumn } from '../values/key-order.ts';
import { ReadyResults, transactionWithResults, type KeyOwner } from '../postgres/ready-results.ts';
import { movePreparer, type MoveOwner, type Moving, type PreparedMove } from './prepare-move.ts';

/** A session that is retried, and the definition of its new run; null for its present definition. */
interface RetriedOn {
  id: string;
  definitionId: string | null;
}

/**
 * Data that one attempt of a retry transaction needs. If data is missing, the attempt ends, and the data is computed
 * outside of the transaction.
 */
export interface RetryPreparations {
  /** Returns the flow-control keys of the new run by session, if its definition has limits. */
  keysOf(query: Query, sessions: readonly RetriedOn[]): Promise<Map<string, FlowKeys>>;
  /** Returns the moves of sessions to other definitions, in their order; null for a deleted session. */
  movesOf(owners: readonly MoveOwner[]): (PreparedMove | null)[];
}

/** Runs a transaction that retries sessions. Expressions of workflows are evaluated while no transaction is open. */
export function retryTransaction<Result>(
  sql: Sql,
  moving: Moving,
  work: (query: Query, prepared: RetryPreparations) => Promise<Result>,
): Promise<Result> {
  const prepare = movePreparer(sql, moving);
  const moves = new ReadyResults<PreparedMove>();
  async function* computeMoves(missing: readonly MoveOwner[]) {
    for (const owner of missing) yield [owner, await prepare(owner)] as const;
  }
  const prepared: RetryPreparations = {
    keysOf: retryKeys(sql, new ReadyResults(), moving.startRulesOf),
    movesOf(owners) {
      moves.require(owners, computeMoves);
      return owners.map((owner) => moves.of(owner));
    },
  };
  return transactionWithResults(sql, (query) => work(query, prepared));
}

const READ_LIMITED = statement<Record<'sessionIds' | 'definitionIds', SqlArray>>()(
  'read_retried_with_flow',
  `SELECT s.id AS "sessionId", d.id AS "definitionId"
    FROM unnest($sessionIds::uuid[], $definitionIds::uuid[]) AS i(session_id, definition_id)
    JOIN sessions s ON s.id = i.session_id
    JOIN definitions d ON d.id = coalesce(i.definition_id, s.definition_id)
    WHERE s.mode = 'PROD' AND d.content ? 'flow'`,
  { sessionId: 'uuid', definitionId: 'uuid' },
);

/** Reads one session per statement, because its values may be as large as a request body. */
const READ_FOR_KEYS = statement<KeyOwner, ForKeys>()(
  'read_for_flow_keys',
  `SELECT d.content AS definition, ${orderedColumn('s', 'placeholder_values', 'ordered_values')} AS "values"
    FROM sessions s JOIN definitions d ON d.id = $definitionId WHERE s.id = $sessionId`,
  { definition: 'jsonb', values: 'json' },
);

interface ForKeys {
  definition: Definition;
  values: JsonObject;
}

/**
 * Returns the keys of the sessions that a transaction retries. If some are missing, this attempt ends, and they are
 * computed outside of the transaction.
 */
function retryKeys(sql: Sql, ready: ReadyResults<FlowKeys>, startRulesOf: StartRulesOf): RetryPreparations['keysOf'] {
  async function* compute(missing: readonly KeyOwner[]) {
    for (const owner of missing) {
      const [session] = await sql.query(...READ_FOR_KEYS.with(owner));
      if (session === undefined) continue;
      const computed = await startRulesOf(session.definition).flowKeys?.(session.values);
      yield [owner, computed?.keys ?? null] as const;
    }
  }
  return async (query, sessions) => {
    const limited = await query(
      ...READ_LIMITED.with({
        sessionIds: plainArray(sessions.map(({ id }) => id)),
        definitionIds: plainArray(sessions.map(({ definitionId }) => definitionId)),
      }),
    );
    ready.require(limited, compute);
    const keys = new Map<string, FlowKeys>();
    for (const owner of limited) {
      const flowKeys = ready.of(owner);
      if (flowKeys !== null) keys.set(owner.sessionId, flowKeys);
    }
    return keys;
  };
}
