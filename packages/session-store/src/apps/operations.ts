import type { AppEffect, AppSchema, OperationContent } from '@workflow/apps';
import type { ValueShape } from '@workflow/workflow-model';
import type { OrganizationScope } from '../management/organization-scope.ts';
import { findUses, type UseView } from '../management/references.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';

/** An operation in a list. */
export interface OperationView {
  key: string;
  title: string;
  description: string;
  group: string | null;
  effect: AppEffect;
  deprecated: boolean;
}

/** A request for a page of operations. `cursor` is the position after which the page begins. */
export interface OperationsRequest {
  search?: string;
  group?: string;
  limit: number;
  cursor?: number;
}

/** The types of the columns of an operation in a list. */
const OPERATION_TYPES = {
  key: 'text',
  title: 'text',
  description: 'text',
  group: 'text?',
  effect: 'text',
  deprecated: 'bool',
} as const;

/**
 * The statement searches with strpos, which takes less than a second for 100 characters in 20,000 descriptions of 1,000
 * characters. LIKE takes minutes where most descriptions nearly contain a long word. ILIKE converts each description
 * again for each word.
 */
const LIST = statement<{
  appId: string;
  organizationId: string;
  words: SqlArray;
  group: string | null;
  after: number;
  limit: number;
}>()(
  'list_app_operations',
  `WITH app AS MATERIALIZED (
      SELECT version, effects FROM apps WHERE id = $appId::uuid AND organization_id = $organizationId::uuid
    ), words AS MATERIALIZED (
      SELECT lower(word) AS word FROM unnest($words::text[]) word
    ), page AS MATERIALIZED (
      SELECT o.position, o.key, o.title, o.description, o.group_name, o.effect, o.deprecated FROM app_operations o
        CROSS JOIN LATERAL (SELECT lower(o.title || ' ' || o.key || ' ' || o.description) AS text OFFSET 0) t
        WHERE o.app_id = $appId::uuid AND o.version = (SELECT version FROM app) AND o.position > $after::int
          AND ($group::text IS NULL OR o.group_name = $group)
          AND NOT EXISTS (SELECT FROM words w WHERE strpos(t.text, w.word) = 0)
        ORDER BY o.position LIMIT $limit::int
    )
    SELECT p.position, p.key, p.title, p.description, p.group_name AS "group",
      coalesce(app.effects ->> p.key, p.effect) AS effect, p.deprecated
    FROM page p, app ORDER BY p.position`,
  { position: 'int4', ...OPERATION_TYPES },
);

/** Returns the operations of the newest version in the order of the source. All words of `search` must occur. */
export async function listOperations(
  sql: Sql,
  organizationId: string,
  appId: string,
  { search = '', group, limit, cursor = -1 }: OperationsRequest,
): Promise<{ items: OperationView[]; nextCursor: string | null }> {
  const words = textArray(search.split(/\s+/).filter(Boolean));
  const rows = await sql.query(
    ...LIST.with({ appId, organizationId, words, group: group ?? null, after: cursor, limit: limit + 1 }),
  );
  const shown = rows.slice(0, limit);
  return {
    items: shown.map(({ position: _position, ...row }) => ({ ...row, effect: row.effect as AppEffect })),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.position) : null,
  };
}

/** An operation of a version, with the app that has it. */
interface FoundOperation extends OperationView {
  appId: string;
  version: number;
  digest: string;
  content: OperationContent;
  /** The shared schemas by name. */
  schemas: Record<string, AppSchema>;
  app: FoundApp;
}

/** The fields of an app that calls need. */
interface FoundApp {
  id: string;
  name: string;
  kind: 'openapi' | 'mcp';
  url: string | null;
  baseUrl: string | null;
  credential: string | null;
}

const FIND = statement<{ organizationId: string; appId: string; version: number | null; key: string }>()(
  'find_app_operation',
  `SELECT o.version, o.key, o.title, o.description, o.group_name AS "group",
      coalesce(a.effects ->> o.key, o.effect) AS effect, o.deprecated, o.digest, o.content,
      coalesce((SELECT json_object_agg(s.name, s.content) FROM app_schemas s
        WHERE s.app_id = o.app_id AND s.version = o.version AND s.name = ANY (o.schemas)), '{}'::json) AS schemas,
      a.name, lower(a.kind::text) AS kind, a.url, coalesce(a.base_url, v.base_url) AS "baseUrl",
      a.credential_id::text AS credential
    FROM apps a
    JOIN app_versions v ON v.app_id = a.id AND v.number = coalesce($version::int, a.version)
    JOIN app_operations o ON o.app_id = a.id AND o.version = v.number
    WHERE a.id = $appId::uuid AND a.organization_id = $organizationId::uuid AND o.key = $key`,
  {
    version: 'int4',
    ...OPERATION_TYPES,
    digest: 'text',
    content: 'json',
    schemas: 'json',
    name: 'text',
    kind: 'text',
    url: 'text?',
    baseUrl: 'text?',
    credential: 'text?',
  },
);

/** Returns null if the organization has no such operation. @param version null for the newest one */
export async function findOperation(
  sql: Sql,
  organizationId: string,
  appId: string,
  version: number | null,
  key: string,
): Promise<FoundOperation | null> {
  const [row] = await sql.query(...FIND.with({ organizationId, appId, version, key }));
  if (row === undefined) return null;
  const { name, kind, url, baseUrl, credential, content, schemas, effect, ...more } = row;
  return {
    ...more,
    appId,
    effect: effect as AppEffect,
    content: content as OperationContent,
    schemas: schemas as Record<string, AppSchema>,
    app: { id: appId, name, kind: kind as FoundApp['kind'], url, baseUrl, credential },
  };
}

/** Identifies an operation of a version of an app. */
export interface OperationPlace {
  appId: string;
  version: number;
  key: string;
}

/** The part of an operation that definitions and TEST runs need. */
interface OperationSummary {
  /** The type of its output. */
  returns: ValueShape;
  /** True if it declares that callers must sign in. */
  needsSignIn: boolean;
  /** True if its app has a credential. */
  hasCredential: boolean;
}

const SUMMARIES = statement<{ organizationId: string; appIds: SqlArray; versions: SqlArray; keys: SqlArray }>()(
  'read_operation_summaries',
  `SELECT i.number::int AS number, o.content -> 'returns' AS returns,
      (o.content ->> 'needsSignIn')::boolean AS "needsSignIn", a.credential_id IS NOT NULL AS "hasCredential"
    FROM unnest($appIds::uuid[], $versions::int[], $keys::text[]) WITH ORDINALITY AS i(app_id, version, key, number)
    JOIN apps a ON a.id = i.app_id AND a.organization_id = $organizationId::uuid
    JOIN app_operations o ON o.app_id = a.id AND o.version = i.version AND o.key = i.key`,
  { number: 'int4', returns: 'json', needsSignIn: 'bool', hasCredential: 'bool' },
);

/** Maximum number of operations that one statement reads, because each may have half a megabyte. */
const MAX_READ_AT_ONCE = 50;

/** Returns the summary of each operation, or null for one that the organization does not have. */
export async function readSummaries(
  sql: Sql,
  organizationId: string,
  places: readonly OperationPlace[],
): Promise<(OperationSummary | null)[]> {
  const summaries: (OperationSummary | null)[] = places.map(() => null);
  for (let from = 0; from < places.length; from += MAX_READ_AT_ONCE) {
    const placesToRead = places.slice(from, from + MAX_READ_AT_ONCE);
    const [appIds, versions] = [
      plainArray(placesToRead.map(({ appId }) => appId)),
      plainArray(placesToRead.map((one) => one.version)),
    ];
    const keys = textArray(placesToRead.map(({ key }) => key));
    const rows = await sql.query(...SUMMARIES.with({ organizationId, appIds, versions, keys }));
    for (const { number, returns, ...more } of rows)
      summaries[from + number - 1] = { returns: returns as ValueShape, ...more };
  }
  return summaries;
}

/** The state of an app and a version that a definition names. */
interface AppVersionState {
  name: string;
  hasVersion: boolean;
}

const STATE = statement<{ organizationId: string; appId: string; version: number }>()(
  'find_app_version',
  `SELECT a.name, EXISTS (SELECT FROM app_versions v WHERE v.app_id = a.id AND v.number = $version::int) AS "hasVersion"
    FROM apps a WHERE a.id = $appId::uuid AND a.organization_id = $organizationId::uuid`,
  { name: 'text', hasVersion: 'bool' },
);

/** Returns null if the organization has no such app. */
export async function findAppVersion(
  sql: Sql,
  organizationId: string,
  appId: string,
  version: number,
): Promise<AppVersionState | null> {
  const [row] = await sql.query(...STATE.with({ organizationId, appId, version }));
  return row ?? null;
}

/** A version with its differences from the previous one. Each list of keys is shortened. */
interface AppVersionView {
  version: number;
  createdAt: string;
  added: string[];
  removed: string[];
  changed: string[];
  /** The first twenty workflows whose last published version uses a changed or removed operation. */
  touches: UseView[];
}

/** Maximum number of changed operations whose uses are looked up. */
const MAX_LOOKED_UP = 500;
const MAX_TOUCHES = 20;
/** Maximum number of keys in each list of a difference. */
const MAX_LISTED_KEYS = 2_000;

const VERSIONS = statement<{ appId: string; organizationId: string; before: number | null; limit: number }>()(
  'list_app_versions',
  `SELECT v.number, to_char(v.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      array_to_json(v.added[1:${MAX_LISTED_KEYS}]) AS added, array_to_json(v.removed[1:${MAX_LISTED_KEYS}]) AS removed,
      array_to_json(v.changed[1:${MAX_LISTED_KEYS}]) AS changed
    FROM apps a JOIN app_versions v ON v.app_id = a.id
    WHERE a.id = $appId::uuid AND a.organization_id = $organizationId::uuid
      AND ($before::int IS NULL OR v.number < $before::int)
    ORDER BY v.number DESC LIMIT $limit::int`,
  { number: 'int4', createdAt: 'text', added: 'json?', removed: 'json?', changed: 'json?' },
);

/** Returns the versions, newest first. `before`: only versions with smaller numbers. */
export async function listAppVersions(
  scope: OrganizationScope,
  sql: Sql,
  appId: string,
  { limit, before = null }: { limit: number; before?: number | null },
): Promise<{ items: AppVersionView[]; nextCursor: string | null }> {
  const { organizationId } = scope;
  const rows = await sql.query(...VERSIONS.with({ appId, organizationId, before, limit: limit + 1 }));
  const views: AppVersionView[] = [];
  for (const row of rows.slice(0, limit)) {
    const { number, createdAt } = row;
    const [added, removed, changed] = [row.added, row.removed, row.changed].map((keys) => (keys ?? []) as string[]) as [
      string[],
      string[],
      string[],
    ];
    const keys = [...removed, ...changed].slice(0, MAX_LOOKED_UP);
    const uses = await findUses(
      scope,
      'operation',
      keys.map((key) => `${appId} ${key}`),
    );
    const touches = new Map([...uses.values()].flat().map((use) => [use.workflowId, use]));
    views.push({
      version: number,
      createdAt,
      added,
      removed,
      changed,
      touches: [...touches.values()].slice(0, MAX_TOUCHES),
    });
  }
  return { items: views, nextCursor: rows.length > limit ? String(views.at(-1)?.version) : null };
}
