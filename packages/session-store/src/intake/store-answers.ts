import { statement } from '../postgres/named-statement.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';

/** The body of the first 200 answer to a request with a key that waited for its session. */
export interface FirstAnswer {
  organizationId: string;
  key: string;
  response: string;
}

const KEEP = statement<Record<'organizationIds' | 'keys' | 'responses', SqlArray>>()(
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
    ...KEEP.with({
      organizationIds: plainArray(answers.map(({ organizationId }) => organizationId)),
      keys: textArray(answers.map(({ key }) => key)),
      responses: textArray(answers.map(({ response }) => response)),
    }),
  );
  const stored = new Set(rows.map(answerKey));
  return answers.map((answer) => stored.has(answerKey(answer)));
}
