import type { Definition, FlowKeys, JsonObject } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';
import type { FlowKeysOf, KeyOwner, ReadyKeys } from '../rows/flow-keys-of.ts';

/** A session that is retried, and the definition of its new run; null: the pinned one stays. */
interface RetriedOn {
  id: string;
  latest: { definitionId: string | null };
}

/** By session: the flow-control keys of the new run, where its definition has limits. */
export type RetryKeys = (query: Query, sessions: readonly RetriedOn[]) => Promise<Map<string, FlowKeys>>;

const READ_LIMITED: Statement = {
  name: 'read_retried_with_flow',
  text: `SELECT s.id AS "sessionId", d.id AS "definitionId"
    FROM unnest($1::uuid[], $2::uuid[]) AS i(session_id, definition_id)
    JOIN sessions s ON s.id = i.session_id
    JOIN definitions d ON d.id = coalesce(i.definition_id, s.definition_id)
    WHERE s.mode = 'PROD' AND d.content ? 'flow'`,
};

/** One session at a time: its values may be as large as a body. */
const READ_FOR_KEYS: Statement = {
  name: 'read_for_flow_keys',
  text: `SELECT d.content AS definition, ${orderedColumn('s', 'placeholder_values', 'ordered_values')} AS "values"
    FROM sessions s JOIN definitions d ON d.id = $2 WHERE s.id = $1`,
};

interface ForKeys {
  definition: Definition;
  values: JsonObject;
}

/** The keys of sessions that one attempt of a transaction retries. Missing ones end it, and are computed outside. */
export function retryKeys(sql: Sql, ready: ReadyKeys, flowKeysOf: FlowKeysOf): RetryKeys {
  async function* compute(missing: readonly KeyOwner[]) {
    for (const owner of missing) {
      const [found] = await sql.query<ForKeys>(READ_FOR_KEYS, [owner.sessionId, owner.definitionId]);
      if (found !== undefined) yield [owner, await flowKeysOf(found.definition, found.values)] as const;
    }
  }
  return async (query, sessions) => {
    const limited = await query<KeyOwner>(READ_LIMITED, [
      plainArray(sessions.map(({ id }) => id)),
      plainArray(sessions.map(({ latest }) => latest.definitionId)),
    ]);
    ready.require(limited, compute);
    const keys = new Map<string, FlowKeys>();
    for (const owner of limited) {
      const own = ready.of(owner);
      if (own !== null) keys.set(owner.sessionId, own);
    }
    return keys;
  };
}
