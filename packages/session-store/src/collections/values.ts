import type { SessionMode } from '@workflow/workflow-model';
import type { Fence } from '../execution/claim-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import type { CollectionLimits } from './collection-limits.ts';
import { plainContent, type Content } from './content.ts';
import { EffectRefused } from './effect-refused.ts';
import { contentOf, ENTRY, lockEntry, makeEntry, putEntry, removeEntries, type EntryRow } from './entries.ts';
import { growCollection } from './grow-collection.ts';
import { once, type EffectParts, type EffectSession, type EffectStep } from './once.ts';

/** The owner of values: the session's workflow or its organization. */
export type ValueScope = 'workflow' | 'organization';

export interface ValuesParts extends EffectParts {
  limits: CollectionLimits;
}

/** A change of a stored value by a step. */
export type ValueChange = { scope: ValueScope; key: string } &
  /** `ttlSeconds` null: the value does not expire. */
  (
    | { operation: 'set'; content: Content; ttlSeconds: number | null }
    /** `ttlSeconds` null: the expiry is unchanged. */
    | { operation: 'add'; amount: number; ttlSeconds: number | null }
    | { operation: 'delete' }
  );

const GET: Statement = {
  name: 'get_stored_value',
  text: `SELECT ${ENTRY} FROM collections c JOIN collection_entries e ON e.collection_id = c.id
    WHERE c.owner_id = $1 AND c.mode = $2::session_mode AND c.organization_id = $3 AND c.deleted_at IS NULL
      AND e.key = $4`,
};

/** Returns null if nothing is stored under the key. */
export async function getValue(
  { sql, seals }: ValuesParts,
  { organizationId, workflowId, mode }: EffectSession & { organizationId: string },
  scope: ValueScope,
  key: string,
): Promise<Content | null> {
  const owner = scope === 'workflow' ? workflowId : organizationId;
  const [row] = await sql.query<EntryRow>(GET, [owner, mode, organizationId, key]);
  return row === undefined || row.isAbsent ? null : contentOf({ seals, organizationId, collectionId: '' }, row);
}

const FIND: Statement = {
  name: 'find_values_of_owner',
  text: `SELECT id FROM collections
    WHERE owner_id = $1 AND mode = $2::session_mode AND organization_id = $3 AND deleted_at IS NULL`,
};

/** Waits for a workflow that is being deleted. Deleted workflows get no values. */
const MAKE: Statement = {
  name: 'make_values_of_owner',
  text: `WITH owner AS (SELECT FROM workflows WHERE id = $1 AND deleted_at IS NULL FOR SHARE)
    INSERT INTO collections (id, organization_id, kind, owner_id, mode)
    SELECT $4, $3, 'VALUES', $1, $2::session_mode WHERE $1 = $3 OR EXISTS (SELECT FROM owner)
    ON CONFLICT DO NOTHING RETURNING id`,
};

async function collectionOf(
  query: Query,
  organizationId: string,
  owner: string,
  mode: SessionMode,
): Promise<string | null> {
  const [found] = await query<{ id: string }>(FIND, [owner, mode, organizationId]);
  if (found !== undefined) return found.id;
  const [made] = await query<{ id: string }>(MAKE, [owner, mode, organizationId, timeOrderedId()]);
  if (made !== undefined) return made.id;
  const [others] = await query<{ id: string }>(FIND, [owner, mode, organizationId]);
  return others?.id ?? null;
}

/**
 * Changes a stored value, once for a step. @returns the value after the change, or before a deletion, both null if
 * there is none; null if the claim is lost @throws EffectRefused
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
