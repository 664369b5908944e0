import type { SessionMode } from '@workflow/workflow-model';
import type { Fence } from '../execution/claim-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import type { CollectionLimits } from './collection-limits.ts';
import { plainContent, type Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';
import {
  contentOf,
  ENTRY,
  ENTRY_TYPES,
  lockEntry,
  makeEntry,
  putEntry,
  removeEntries,
  type EntryRow,
} from './entries.ts';
import { growCollection } from './grow-collection.ts';
import { once, type EffectParts, type EffectSession, type EffectStep } from './once.ts';

/** The owner of values: the session's workflow or its organization. */
export type ValueScope = 'workflow' | 'organization';

export interface ValuesParts extends EffectParts {
  limits: CollectionLimits;
}

/** A change of a stored value by a step. */
export type ValueChange = { scope: ValueScope; key: string } &
  /** `ttlSeconds` is null if the value does not expire. */
  (
    | { operation: 'set'; content: Content; ttlSeconds: number | null }
    /** `ttlSeconds` is null if the expiry stays unchanged. */
    | { operation: 'add'; amount: number; ttlSeconds: number | null }
    | { operation: 'delete' }
  );

const GET = statement<{ owner: string; mode: string; organizationId: string; key: string }, EntryRow>()(
  'get_stored_value',
  `SELECT ${ENTRY} FROM collections c JOIN collection_entries e ON e.collection_id = c.id
    WHERE c.owner_id = $owner AND c.mode = $mode::session_mode AND c.organization_id = $organizationId
      AND c.deleted_at IS NULL
      AND e.key = $key`,
  ENTRY_TYPES,
);

/** Returns null if nothing is stored under the key. */
export async function getValue(
  { sql, seals }: ValuesParts,
  { organizationId, workflowId, mode }: EffectSession & { organizationId: string },
  scope: ValueScope,
  key: string,
): Promise<Content | null> {
  const owner = scope === 'workflow' ? workflowId : organizationId;
  const [row] = await sql.query(...GET.with({ owner, mode, organizationId, key }));
  return row === undefined || row.isAbsent ? null : contentOf({ seals, organizationId, collectionId: '' }, row);
}

const FIND = statement<{ owner: string; mode: string; organizationId: string }>()(
  'find_values_of_owner',
  `SELECT id FROM collections WHERE owner_id = $owner AND mode = $mode::session_mode
      AND organization_id = $organizationId AND deleted_at IS NULL`,
  { id: 'uuid' },
);

/**
 * Creates the collection of a workflow's values. Waits for a deletion of the workflow, and creates nothing for a
 * deleted one.
 */
const MAKE = statement<{ owner: string; mode: string; organizationId: string; id: string }>()(
  'make_values_of_owner',
  `WITH owner AS (SELECT FROM workflows WHERE id = $owner AND deleted_at IS NULL FOR SHARE)
    INSERT INTO collections (id, organization_id, kind, owner_id, mode)
    SELECT $id, $organizationId, 'VALUES', $owner, $mode::session_mode WHERE $owner = $organizationId
      OR EXISTS (SELECT FROM owner)
    ON CONFLICT DO NOTHING RETURNING id`,
  { id: 'uuid' },
);

async function collectionOf(
  query: Query,
  organizationId: string,
  owner: string,
  mode: SessionMode,
): Promise<string | null> {
  const [existing] = await query(...FIND.with({ owner, mode, organizationId }));
  if (existing !== undefined) return existing.id;
  const [created] = await query(...MAKE.with({ owner, mode, organizationId, id: timeOrderedId() }));
  if (created !== undefined) return created.id;
  const [createdByOthers] = await query(...FIND.with({ owner, mode, organizationId }));
  return createdByOthers?.id ?? null;
}

/**
 * Changes a stored value, once for a step.
 * @returns null if the claim is lost; otherwise the value after the change, or before a deletion, whose parts are null
 * if nothing was stored
 * @throws EffectRefused
 */
export function changeValue(
  parts: ValuesParts,
  fence: Fence,
  step: EffectStep,
  change: ValueChange,
): Promise<Content | null> {
  const { organizationId } = step;
  const { seals, limits } = parts;
  const { scope, key } = change;
  return once(parts, fence, step, async (query, { workflowId, mode }) => {
    const owner = scope === 'workflow' ? workflowId : organizationId;
    const collectionId = await collectionOf(query, organizationId, owner, mode);
    if (collectionId === null)
      throw new EffectRefused('CONFIG_INVALID', 'the workflow was deleted, and what it stored with it');
    const place = { seals, organizationId, collectionId };
    if (change.operation === 'delete') {
      const row = await lockEntry(query, place, key);
      if (row === null) return plainContent(null);
      const before = row.isAbsent ? plainContent(null) : await contentOf(place, row);
      await growCollection(query, place, await removeEntries(query, collectionId, [row]), limits, 'VALUES');
      return before;
    }
    const row = await makeEntry(query, place, key);
    const content =
      change.operation === 'set' ? change.content : plainContent(await sumOf(place, row, key, change.amount));
    const expiry = change.ttlSeconds ?? (change.operation === 'set' ? 'never' : 'as-before');
    const growth = await putEntry(query, place, row, content, expiry);
    await growCollection(query, place, growth, limits, 'VALUES');
    return content;
  });
}

async function sumOf(
  place: Parameters<typeof contentOf>[0],
  row: EntryRow,
  key: string,
  amount: number,
): Promise<number> {
  const before = row.isAbsent ? 0 : (await contentOf(place, row)).value;
  if (typeof before !== 'number')
    throw new EffectRefused('FIELD_INVALID', `what is stored under ${JSON.stringify(key)} is not a number`);
  const sum = before + amount;
  if (!Number.isFinite(sum)) throw new EffectRefused('FIELD_INVALID', 'the sum is too large for a number');
  return sum;
}
