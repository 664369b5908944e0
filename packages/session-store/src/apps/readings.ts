import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql } from '../postgres/sql.ts';

/** An app whose source one executor reads. */
export interface ClaimedReading {
  id: string;
  organizationId: string;
  kind: 'openapi' | 'mcp';
  url: string | null;
  baseUrl: string | null;
  credential: string | null;
  /** The uploaded document of the app, or null. */
  document: string | null;
  /** The fencing token. It is a text, because it may exceed the range of a number. */
  fence: string;
}

const CLAIM = statement<{ most: number; forMs: number }>()(
  'claim_app_readings',
  `WITH due AS (
      SELECT id, row_number() OVER (PARTITION BY organization_id ORDER BY read_at) AS turn, read_at FROM apps
      WHERE read_at <= statement_timestamp()
    ), chosen AS (
      SELECT a.id FROM apps a JOIN (SELECT * FROM due ORDER BY turn, read_at LIMIT $most::int) d USING (id)
      WHERE a.read_at <= statement_timestamp() FOR UPDATE OF a SKIP LOCKED
    )
    UPDATE apps a SET fence = a.fence + 1, read_at = clock_timestamp() + $forMs::float8 * interval '1 millisecond'
    FROM chosen c WHERE a.id = c.id
    RETURNING a.id, a.organization_id AS "organizationId", lower(a.kind::text) AS kind, a.url,
      a.base_url AS "baseUrl", a.credential_id AS credential,
      (SELECT content FROM app_documents d WHERE d.app_id = a.id) AS document, a.fence::text`,
  {
    id: 'uuid',
    organizationId: 'uuid',
    kind: 'text',
    url: 'text?',
    baseUrl: 'text?',
    credential: 'uuid?',
    document: 'text?',
    fence: 'text',
  },
);

/**
 * Claims apps whose source is to be read, organizations in turn. After `forMs` a reading is due again, because its
 * executor may have died.
 */
export async function claimReadings(sql: Sql, most: number, forMs: number): Promise<ClaimedReading[]> {
  const rows = await sql.query(...CLAIM.with({ most, forMs }));
  return rows.map((row) => ({ ...row, kind: row.kind as ClaimedReading['kind'] }));
}

type Held = Pick<ClaimedReading, 'id' | 'organizationId' | 'fence'>;

const FAIL = statement<Held & { message: string }>()(
  'fail_app_reading',
  `UPDATE apps SET read_at = NULL, message = $message
    WHERE id = $id::uuid AND organization_id = $organizationId::uuid AND fence = $fence::bigint`,
  {},
);

/** Records why a source could not be read. The newest version remains unchanged. */
export async function failReading(sql: Sql, { id, organizationId, fence }: Held, message: string): Promise<void> {
  await sql.query(...FAIL.with({ id, organizationId, fence, message }));
}

/** A snapshot whose contents are JSON texts. */
export interface ReadSnapshot {
  title: string;
  baseUrl: string | null;
  message: string | null;
  operations: (SnapshotOperation & { content: string })[];
  schemas: { name: string; content: string }[];
}

interface SnapshotOperation {
  key: string;
  title: string;
  description: string;
  group: string | null;
  effect: string;
  deprecated: boolean;
  digest: string;
  schemas: string[];
}

/** Maximum number of versions that are stored for one app. */
const MAX_APP_VERSIONS = 100;

const LOCK = statement<Held>()(
  'lock_app_reading',
  `SELECT version, title FROM apps
    WHERE id = $id::uuid AND organization_id = $organizationId::uuid AND fence = $fence::bigint FOR UPDATE`,
  { version: 'int4?', title: 'text' },
);

const STORED = statement<{ id: string; version: number }>()(
  'read_app_digests',
  `SELECT o.key, o.digest, v.base_url AS "baseUrl",
      json_build_array(o.title, o.description, o.group_name, o.effect, o.deprecated)::text AS shown,
      encode(sha256(convert_to(o.content::text, 'UTF8')), 'hex') AS "contentHash"
    FROM app_operations o JOIN app_versions v ON v.app_id = o.app_id AND v.number = o.version
    WHERE o.app_id = $id::uuid AND o.version = $version::int ORDER BY o.position`,
  { key: 'text', digest: 'text', baseUrl: 'text?', shown: 'text', contentHash: 'text' },
);

const CONTENTS = statement<{ id: string; version: number; keys: string }>()(
  'read_app_contents',
  `SELECT key, content::text AS content FROM app_operations
    WHERE app_id = $id::uuid AND version = $version::int
      AND key = ANY (ARRAY(SELECT json_array_elements_text($keys::json)))`,
  { key: 'text', content: 'text' },
);

const INSERT_VERSION = statement<{
  id: string;
  version: number;
  baseUrl: string | null;
  added: string;
  removed: string;
  changed: string;
}>()(
  'insert_app_version',
  `INSERT INTO app_versions (app_id, number, base_url, added, removed, changed)
    SELECT $id::uuid, $version::int, $baseUrl, ARRAY(SELECT json_array_elements_text($added::json)),
      ARRAY(SELECT json_array_elements_text($removed::json)), ARRAY(SELECT json_array_elements_text($changed::json))`,
  {},
);

const INSERT_OPERATIONS = statement<{ id: string; version: number; rows: string }>()(
  'insert_app_operations',
  `INSERT INTO app_operations (app_id, version, key, position, title, description, group_name, effect, deprecated,
      digest, content, schemas)
    SELECT $id::uuid, $version::int, key, position, title, description, "group", effect, deprecated, digest,
      content::json, ARRAY(SELECT json_array_elements_text(schemas))
    FROM json_to_recordset($rows::json) AS r(key text, position int, title text, description text, "group" text,
      effect text, deprecated boolean, digest text, content text, schemas json)`,
  {},
);

const INSERT_SCHEMAS = statement<{ id: string; version: number; rows: string }>()(
  'insert_app_schemas',
  `INSERT INTO app_schemas (app_id, version, name, content)
    SELECT $id::uuid, $version::int, name, content::json
    FROM json_to_recordset($rows::json) AS r(name text, content text)`,
  {},
);

const END = statement<Held & { version: number; count: number; title: string; message: string | null }>()(
  'end_app_reading',
  `UPDATE apps SET read_at = NULL, version = $version::int, operation_count = $count::int, title = $title,
      message = $message, refreshed_at = clock_timestamp()
    WHERE id = $id::uuid AND organization_id = $organizationId::uuid AND fence = $fence::bigint`,
  {},
);

/**
 * Stores what a source offers as a new version, if something changed. Stores nothing if another executor claimed the
 * reading.
 * @returns the reason why nothing was stored, or null
 */
export function endReading(sql: Sql, held: Held, snapshot: ReadSnapshot): Promise<string | null> {
  const { id, organizationId, fence } = held;
  return sql.transaction(async (query) => {
    const [app] = await query(...LOCK.with({ id, organizationId, fence }));
    if (app === undefined) return null;
    const before = app.version === null ? [] : await query(...STORED.with({ id, version: app.version }));
    const isChanged = app.version === null || !(await isSame(query, { id, version: app.version }, before, snapshot));
    const version = isChanged ? (app.version ?? 0) + 1 : (app.version ?? 1);
    if (version > MAX_APP_VERSIONS) return `An app can have at most ${MAX_APP_VERSIONS} versions`;
    if (isChanged) await insert(query, id, version, snapshot, before);
    const { title, message, operations } = snapshot;
    await query(...END.with({ id, organizationId, fence, version, count: operations.length, title, message }));
    return null;
  });
}

type StoredOperation = NonNullable<(typeof STORED)['row']>;

/** Maximum number of contents that are read and compared together. Changed sources usually differ in the first ones. */
const CONTENTS_AT_ONCE = 50;

/**
 * Returns true if the source offers what the version has, in any order. The digests do not cover all of an operation's
 * content.
 */
async function isSame(
  query: Query,
  stored: { id: string; version: number },
  before: readonly StoredOperation[],
  { operations, baseUrl }: ReadSnapshot,
): Promise<boolean> {
  if (before.length !== operations.length || (before[0]?.baseUrl ?? null) !== baseUrl) return false;
  const byKey = new Map(before.map((operation) => [operation.key, operation]));
  if (!operations.every((operation) => isDescribedAlike(byKey.get(operation.key), operation))) return false;
  const others = operations.filter(({ key, content }) => byKey.get(key)?.contentHash !== hashOf(content));
  for (let at = 0; at < others.length; at += CONTENTS_AT_ONCE) {
    const part = others.slice(at, at + CONTENTS_AT_ONCE);
    const rows = await query(...CONTENTS.with({ ...stored, keys: JSON.stringify(part.map(({ key }) => key)) }));
    const contents = new Map(rows.map(({ key, content }) => [key, content]));
    // Some servers write the keys of objects in another order each time.
    const isEqual = ({ key, content }: ReadSnapshot['operations'][number]): boolean =>
      isDeepStrictEqual(JSON.parse(contents.get(key) ?? 'null'), JSON.parse(content));
    if (!part.every(isEqual)) return false;
  }
  return true;
}

function isDescribedAlike(stored: StoredOperation | undefined, operation: SnapshotOperation): boolean {
  if (stored === undefined || stored.digest !== operation.digest) return false;
  const { title, description, group, effect, deprecated } = operation;
  const shown: unknown[] = [title, description, group, effect, deprecated];
  return JSON.stringify(JSON.parse(stored.shown)) === JSON.stringify(shown);
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Approximate maximum of bytes that one statement writes. */
const MAX_PART_BYTES = 1_048_576;

async function insert(
  query: Query,
  id: string,
  version: number,
  { baseUrl, operations, schemas }: ReadSnapshot,
  before: readonly StoredOperation[],
): Promise<void> {
  const [digests, earlier] = [
    new Map(operations.map(({ key, digest }) => [key, digest])),
    new Map(before.map(({ key, digest }) => [key, digest])),
  ];
  const added = JSON.stringify(operations.filter(({ key }) => !earlier.has(key)).map(({ key }) => key));
  const removed = JSON.stringify(before.filter(({ key }) => !digests.has(key)).map(({ key }) => key));
  const changed = JSON.stringify(
    operations.filter(({ key, digest }) => earlier.has(key) && earlier.get(key) !== digest).map(({ key }) => key),
  );
  await query(...INSERT_VERSION.with({ id, version, baseUrl, added, removed, changed }));
  const positioned = operations.map((operation, position) => ({ ...operation, position }));
  for (const rows of partsOf(positioned)) await query(...INSERT_OPERATIONS.with({ id, version, rows }));
  for (const rows of partsOf(schemas)) await query(...INSERT_SCHEMAS.with({ id, version, rows }));
}

/** Returns rows as JSON texts of about a mebibyte each. */
function* partsOf(rows: readonly { content: string }[]): Generator<string> {
  let group: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (bytes > 0 && bytes + text.length > MAX_PART_BYTES) {
      yield `[${group.join(',')}]`;
      [group, bytes] = [[], 0];
    }
    group.push(text);
    bytes += text.length;
  }
  if (group.length > 0) yield `[${group.join(',')}]`;
}
