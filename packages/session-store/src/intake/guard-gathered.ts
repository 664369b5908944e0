import { bytesArray, plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { writeDeliveries, writeKeys } from '../acceptance/guards.ts';
import type { NewSession } from '../acceptance/new-session.ts';

const GUARD = statement<
  Record<
    | 'sessionIds'
    | 'organizationIds'
    | 'keys'
    | 'bodyHashes'
    | 'responses'
    | 'workflowIds'
    | 'componentIds'
    | 'deliveryIds'
    | 'signatures',
    SqlArray
  >
>()(
  'guard_gathered',
  `WITH input AS MATERIALIZED (
      SELECT * FROM unnest($sessionIds::uuid[], $organizationIds::uuid[], $keys::text[], $bodyHashes::bytea[],
        $responses::text[], $workflowIds::uuid[], $componentIds::uuid[],
        $deliveryIds::text[], $signatures::text[]) AS i(session_id, organization_id, key, body_hash, response,
          workflow_id, component_id,
        delivery_id, signed_as)
    ), keys AS (${writeKeys(
      'SELECT organization_id, key, body_hash, session_id, response FROM input WHERE key IS NOT NULL',
    )}
    ), deliveries AS (${writeDeliveries(
      `SELECT workflow_id, component_id, delivery_id, session_id FROM input WHERE delivery_id IS NOT NULL
      UNION ALL SELECT workflow_id, component_id, signed_as, session_id FROM input WHERE signed_as IS NOT NULL`,
    )}
    )
    SELECT ((SELECT count(*) FROM keys) + (SELECT count(*) FROM deliveries))::int AS written`,
  { written: 'int4' },
);

/** A request and the session that it joins. */
export interface Joining {
  sessionId: string;
  request: NewSession;
}

/** Writes the idempotency keys and deliveries of requests. @returns the number of new requests */
export async function guardGathered(query: Query, joining: Joining[]): Promise<number> {
  const guarded = joining.filter(({ request }) => request.idempotency !== undefined || request.delivery !== undefined);
  if (guarded.length === 0) return joining.length;
  const requests = guarded.map(({ request }) => request);
  const [row] = await query(
    ...GUARD.with({
      sessionIds: plainArray(guarded.map(({ sessionId }) => sessionId)),
      organizationIds: plainArray(requests.map(({ organizationId }) => organizationId)),
      keys: textArray(requests.map(({ idempotency }) => idempotency?.key ?? null)),
      bodyHashes: bytesArray(requests.map(({ idempotency }) => idempotency?.bodyHash ?? null)),
      responses: textArray(guarded.map(responseOf)),
      workflowIds: plainArray(requests.map(({ workflowId }) => workflowId)),
      componentIds: plainArray(requests.map(({ componentId }) => componentId)),
      deliveryIds: textArray(requests.map(({ delivery }) => delivery?.id ?? null)),
      signatures: textArray(requests.map(({ delivery }) => delivery?.signedAs ?? null)),
    }),
  );
  const guards = requests.flatMap(({ idempotency, delivery }) =>
    [idempotency?.key, delivery?.id, delivery?.signedAs].filter((guard) => guard !== undefined),
  ).length;
  return joining.length - (guards - (row?.written ?? 0));
}

function responseOf({ sessionId, request }: Joining): string | null {
  const { idempotency, gather, id } = request;
  if (sessionId === id) return idempotency?.response ?? null;
  return gather?.responseFor(sessionId) ?? null;
}
