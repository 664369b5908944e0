import { KEY_LIFETIME } from '../acceptance/guards.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';

/** The body of the first 200 answer to a request with a key that waited for its session. */
export interface FirstAnswer {
  organizationId: string;
  key: string;
  response: string;
}

const STORE = statement<Record<'organizationIds' | 'keys' | 'responses', SqlArray>>()(
  'store_answers',
  `UPDATE idempotency_keys k SET response = i.response
    FROM unnest($organizationIds::uuid[], $keys::text[], $responses::text[]) AS i(organization_id, key, response)
    WHERE k.organization_id = i.organization_id AND k.key = i.key AND k.response IS NULL
    RETURNING k.organization_id AS "organizationId", k.key`,
  { organizationId: 'uuid', key: 'text' },
);

/** Returns the collision key of an answer. Answers with the same key are never in one batch. */
export function answerKey({ organizationId, key }: Omit<FirstAnswer, 'response'>): string {
  return `${organizationId} ${key}`;
}

/** Stores answers. Returns true for each stored one, in their order, and false if the key already has an answer. */
export async function storeAnswers(sql: Sql, answers: FirstAnswer[]): Promise<boolean[]> {
  const rows = await sql.query(
    ...STORE.with({
      organizationIds: plainArray(answers.map(({ organizationId }) => organizationId)),
      keys: textArray(answers.map(({ key }) => key)),
      responses: textArray(answers.map(({ response }) => response)),
    }),
  );
  const stored = new Set(rows.map(answerKey));
  return answers.map((answer) => stored.has(answerKey(answer)));
}

const FIND = statement<{ organizationId: string; key: string }>()(
  'find_response',
  `SELECT session_id AS "sessionId", body_hash AS "bodyHash", response FROM idempotency_keys
    WHERE organization_id = $organizationId AND key = $key AND created_at > now() - ${KEY_LIFETIME}`,
  { sessionId: 'uuid', bodyHash: 'bytea', response: 'text?' },
);

interface StoredResponse {
  sessionId: string;
  bodyHash: Uint8Array;
  /** Null if the answer waits for the session. */
  response: string | null;
}

/** Returns the session and response of an idempotency key of the last 24 h, or null if it was not used. */
export async function findResponse(sql: Sql, organizationId: string, key: string): Promise<StoredResponse | null> {
  const [row] = await sql.query(...FIND.with({ organizationId, key }));
  return row ?? null;
}
