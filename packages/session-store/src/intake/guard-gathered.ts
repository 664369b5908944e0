import { bytesArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { writeDeliveries, writeKeys } from '../acceptance/guards.ts';
import type { NewSession } from '../acceptance/new-session.ts';

const GUARD: Statement = {
  name: 'guard_gathered',
  text: `WITH input AS MATERIALIZED (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::uuid[], $7::uuid[],
        $8::text[], $9::text[]) AS i(session_id, organization_id, key, body_hash, response, workflow_id, component_id,
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
};

/** A request and the session that it joins. */
interface Joining {
  sessionId: string;
  request: NewSession;
}

/** Writes the idempotency keys and deliveries of requests. @returns the number of new requests */
export async function guardGathered(query: Query, joining: Joining[]): Promise<number> {
  const guarded = joining.filter(({ request }) => request.idempotency !== undefined || request.delivery !== undefined);
  if (guarded.length === 0) return joining.length;
  const requests = guarded.map(({ request }) => request);
  const [row] = await query<{ written: number }>(GUARD, [
    plainArray(guarded.map(({ sessionId }) => sessionId)),
    plainArray(requests.map(({ organizationId }) => organizationId)),
    textArray(requests.map(({ idempotency }) => idempotency?.key ?? null)),
    bytesArray(requests.map(({ idempotency }) => idempotency?.bodyHash ?? null)),
    textArray(guarded.map(responseOf)),
    plainArray(requests.map(({ workflowId }) => workflowId)),
    plainArray(requests.map(({ componentId }) => componentId)),
    textArray(requests.map(({ delivery }) => delivery?.id ?? null)),
    textArray(requests.map(({ delivery }) => delivery?.signedAs ?? null)),
  ]);
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
