/** SQL of the time for which an idempotency key prevents a second session. */
export const KEY_LIFETIME = `interval '24 hours'`;
export const DELIVERY_LIFETIME = `interval '7 days'`;

/**
 * Returns SQL that writes the idempotency keys of `source` (organization, key, hash of the body, session, response) and
 * returns the sessions whose keys were free. An expired key is replaced.
 */
export function writeKeys(source: string): string {
  return `INSERT INTO idempotency_keys AS k (organization_id, key, body_hash, session_id, response)
    ${source}
    ON CONFLICT (organization_id, key) DO UPDATE
      SET body_hash = excluded.body_hash, session_id = excluded.session_id, response = excluded.response,
        created_at = now()
      WHERE k.created_at <= now() - ${KEY_LIFETIME}
    RETURNING session_id`;
}

/** Returns the same SQL for webhook deliveries: workflow, component, id of the delivery, session. */
export function writeDeliveries(source: string): string {
  return `INSERT INTO webhook_deliveries AS d (workflow_id, component_id, delivery_id, session_id)
    ${source}
    ON CONFLICT (workflow_id, component_id, delivery_id) DO UPDATE
      SET session_id = excluded.session_id, created_at = now()
      WHERE d.created_at <= now() - ${DELIVERY_LIFETIME}
    RETURNING session_id`;
}
