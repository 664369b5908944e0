import { statement } from '../postgres/named-statement.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { LOCK_LIMIT_TEXT } from '../organization/organization-limits.ts';
import type { CollectionLimits } from './collection-limits.ts';
import { EffectRefused } from './effect-refused.ts';
import type { EntryPlace, Growth } from './entries.ts';

const LOCK_VALUES: Statement = { name: 'lock_stored_values', text: LOCK_LIMIT_TEXT };

const READ_USAGE = statement<{ organizationId: string }>()(
  'read_usage_of_collections',
  `SELECT coalesce(sum(c.bytes), 0)::float8 AS bytes,
      coalesce(sum(c.entries) FILTER (WHERE c.kind = 'VALUES'), 0)::int AS "values",
      (SELECT max_stored_bytes::float8 FROM organization_quotas WHERE organization_id = $organizationId) AS quota,
      (SELECT bytes::float8 FROM stored_bytes WHERE organization_id = $organizationId) AS stored
    FROM collections c WHERE c.organization_id = $organizationId`,
  { bytes: 'float8', values: 'int4', quota: 'float8?', stored: 'float8?' },
);

const GROW = statement<{ collectionId: string; entries: number; bytes: number }>()(
  'grow_collection',
  `UPDATE collections SET entries = entries + $entries, bytes = bytes + $bytes::int
    WHERE id = $collectionId AND deleted_at IS NULL RETURNING entries, bytes::float8 AS bytes`,
  { entries: 'int4', bytes: 'float8' },
);

/**
 * Counts a change of a collection. It must be the last statement of a transaction, so that transactions that change the
 * same collection wait for each other only briefly.
 * @throws EffectRefused if a limit is exceeded, or the collection was deleted
 */
export async function growCollection(
  query: Query,
  { organizationId, collectionId }: EntryPlace,
  { entries, bytes }: Growth,
  limits: CollectionLimits,
  kind: 'TABLE' | 'VALUES',
): Promise<void> {
  if (kind === 'VALUES' && entries > 0)
    await query(LOCK_VALUES, [ADVISORY_LOCKS.countTowardsLimit, `values ${organizationId}`]);
  if (entries > 0 || bytes > 0) await requireRoom(query, organizationId, { entries, bytes }, limits, kind);
  if (entries === 0 && bytes === 0) return;
  const [grown] = await query(...GROW.with({ collectionId, entries, bytes }));
  if (grown === undefined)
    throw kind === 'TABLE'
      ? new EffectRefused('TABLE_MISSING', 'the table was deleted')
      : new EffectRefused('CONFIG_INVALID', 'the workflow was deleted, and what it stored with it');
  if (kind === 'TABLE' && entries > 0 && grown.entries > limits.maxRowsPerTable) {
    const message = `the table already has ${limits.maxRowsPerTable} rows, the most it may have (MAX_ROWS_PER_TABLE)`;
    throw new EffectRefused('STORAGE_LIMIT_REACHED', message);
  }
  if (kind === 'TABLE' && bytes > 0 && grown.bytes > limits.maxBytesPerTable)
    full(`the table has more than the ${limits.maxBytesPerTable} bytes that it may (MAX_BYTES_PER_TABLE)`);
}

async function requireRoom(
  query: Query,
  organizationId: string,
  growth: Growth,
  limits: CollectionLimits,
  kind: 'TABLE' | 'VALUES',
): Promise<void> {
  const [usage] = await query(...READ_USAGE.with({ organizationId }));
  if (usage === undefined) return;
  const { bytes, values, quota, stored } = usage;
  if (kind === 'VALUES' && values + growth.entries > limits.maxValues)
    full(`${limits.maxValues} values are stored, as many as may be (MAX_STORED_VALUES_PER_ORGANIZATION)`);
  if (bytes + growth.bytes > limits.maxBytes)
    full(`tables and stored values have ${bytes} bytes of ${limits.maxBytes} (MAX_COLLECTION_BYTES_PER_ORGANIZATION)`);
  // The last count already includes most of these bytes.
  if (quota !== null && Math.max(stored ?? 0, bytes) + growth.bytes > quota)
    full(`the organization stores ${Math.max(stored ?? 0, bytes)} bytes of ${quota} (maxStoredBytes)`);
}

function full(message: string): never {
  throw new EffectRefused('STORAGE_LIMIT_REACHED', message);
}
