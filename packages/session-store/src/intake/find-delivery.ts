import { DELIVERY_LIFETIME } from '../acceptance/guards.ts';
import type { DescribedSession } from '../acceptance/new-session.ts';
import { statement } from '../postgres/named-statement.ts';
import { textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';

interface DeliveryParameters {
  workflowId: string;
  componentId: string;
  ids: SqlArray;
  /** The id of signed content. */
  signedAs: string | null;
}

const FIND = statement<DeliveryParameters>()(
  'find_delivery',
  `SELECT session_id AS "sessionId" FROM webhook_deliveries
    WHERE workflow_id = $workflowId::uuid AND component_id = $componentId::uuid AND delivery_id = ANY($ids::text[])
      AND created_at > now() - ${DELIVERY_LIFETIME}
    ORDER BY delivery_id IS NOT DISTINCT FROM $signedAs::text DESC LIMIT 1`,
  { sessionId: 'uuid' },
);

/** Returns the session that an earlier delivery with the same id started in the last 7 days, or null. */
export async function findDelivery(sql: Sql, session: DescribedSession): Promise<string | null> {
  const { workflowId, componentId, delivery } = session;
  const { id, signedAs } = delivery ?? {};
  const ids = [id, signedAs].filter((each) => each !== undefined);
  if (ids.length === 0) return null;
  // Signed content takes precedence over the delivery id, which anybody could change.
  const parameters = { workflowId, componentId, ids: textArray(ids), signedAs: signedAs ?? null };
  const [row] = await sql.query(...FIND.with(parameters));
  return row?.sessionId ?? null;
}
