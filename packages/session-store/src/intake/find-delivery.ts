import { DELIVERY_LIFETIME } from '../acceptance/guards.ts';
import type { DescribedSession } from '../acceptance/new-session.ts';
import { textArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

/** $1 the workflow, $2 the component, $3 the ids, $4 the id of signed content. */
const FIND: Statement = {
  name: 'find_delivery',
  text: `SELECT session_id AS "sessionId" FROM webhook_deliveries
    WHERE workflow_id = $1::uuid AND component_id = $2::uuid AND delivery_id = ANY($3::text[])
      AND created_at > now() - ${DELIVERY_LIFETIME}
    ORDER BY delivery_id IS NOT DISTINCT FROM $4::text DESC LIMIT 1`,
};

/** Returns the session that an earlier delivery with the same id started in the last 7 days, or null. */
export async function findDelivery(sql: Sql, session: DescribedSession): Promise<string | null> {
  const { id, signedAs } = session.delivery ?? {};
  const ids = [id, signedAs].filter((each) => each !== undefined);
  if (ids.length === 0) return null;
  const [row] = await sql.query<{ sessionId: string }>(FIND, [
    session.workflowId,
    session.componentId,
    textArray(ids),
    // Signed content takes precedence over the delivery id, which anybody could change.
    signedAs ?? null,
  ]);
  return row?.sessionId ?? null;
}
