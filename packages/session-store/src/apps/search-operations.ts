import type { AppEffect } from '@workflow/apps';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { OperationView } from './operations.ts';

/** An operation of the newest version of an app. */
interface FoundAction extends OperationView {
  appId: string;
  version: number;
}

/** The number of operations that one app may have, so that a search takes no longer than in the largest app. */
const MAX_SEARCHED_OPERATIONS = 20_000;
const MAX_FOUND_OF_APP = 10;

const SEARCH = statement<{ organizationId: string; words: SqlArray; limit: number }>()(
  'search_operations',
  `WITH sized AS MATERIALIZED (
      SELECT id, name, version, effects,
        sum(operation_count) OVER (ORDER BY operation_count, id) <= ${MAX_SEARCHED_OPERATIONS} AS fits
      FROM apps WHERE organization_id = $organizationId::uuid AND version IS NOT NULL
    ), words AS MATERIALIZED (
      SELECT lower(word) AS word FROM unnest($words::text[]) word
    ), found AS MATERIALIZED (
      SELECT a.id, a.name, a.version, a.effects, o.* FROM sized a CROSS JOIN LATERAL (
          SELECT o.position, o.key, o.title, o.description, o.group_name, o.effect, o.deprecated FROM app_operations o
            CROSS JOIN LATERAL (SELECT lower(o.title || ' ' || o.key || ' ' || o.description) AS text OFFSET 0) t
            WHERE o.app_id = a.id AND o.version = a.version
              AND NOT EXISTS (SELECT FROM words w WHERE strpos(t.text, w.word) = 0)
            ORDER BY o.position LIMIT ${MAX_FOUND_OF_APP}) o
        WHERE a.fits ORDER BY a.name, o.position LIMIT $limit::int
    )
    SELECT left_out.count AS "notSearched", f.id::text AS "appId", f.version, f.key, f.title, f.description,
      f.group_name AS "group", coalesce(f.effects ->> f.key, f.effect) AS effect, f.deprecated
    FROM (SELECT count(*)::int FROM sized WHERE NOT fits) left_out LEFT JOIN found f ON true
    ORDER BY f.name, f.position`,
  {
    notSearched: 'int4',
    appId: 'text?',
    version: 'int4?',
    key: 'text?',
    title: 'text?',
    description: 'text?',
    group: 'text?',
    effect: 'text?',
    deprecated: 'bool?',
  },
);

/** The operations that a search found, and the number of apps that it left out. */
interface FoundActions {
  items: FoundAction[];
  notSearched: number;
}

/**
 * Returns the first ten operations of each app in which all words occur, ordered by the names of the apps. If the apps
 * of the organization have more than 20,000 operations together, the largest ones are left out and counted.
 */
export async function searchOperations(
  sql: Sql,
  organizationId: string,
  { search, limit }: { search: string; limit: number },
): Promise<FoundActions> {
  const words = textArray(search.split(/\s+/).filter(Boolean));
  const rows = await sql.query(...SEARCH.with({ organizationId, words, limit }));
  return {
    items: rows.flatMap(({ notSearched: _count, appId, version, key, effect, ...more }) =>
      appId === null || version === null || key === null
        ? []
        : [
            {
              ...{ appId, version, key, effect: effect as AppEffect, group: more.group },
              ...{ title: more.title ?? '', description: more.description ?? '', deprecated: more.deprecated === true },
            },
          ],
    ),
    notSearched: rows[0]?.notSearched ?? 0,
  };
}
