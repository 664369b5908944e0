import type { SessionStatus } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

/** Maximum numbers of parents whose children one statement reads, and of children of all of them. */
const MAX_PARENTS = 500;
const MAX_CHILDREN = 2_000;

/** A parent, and the last of its children that was read. */
interface Place {
  id: string;
  run: number;
  componentId: string;
  iteration: number;
}

const BEFORE_ALL = { run: 0, componentId: FIRST_UUID, iteration: 0 };

/**
 * Reads children. A session that the end of an ancestor has ended does not count as running, whatever its row contains.
 */
const READ = statement<{
  parentIds: SqlArray;
  runs: SqlArray;
  componentIds: SqlArray;
  iterations: SqlArray;
  perParent: number;
}>()(
  'read_next_children',
  `SELECT c.id, p.id AS "parentId", c.parent_run AS run, c.parent_component_id AS "componentId",
      c.parent_iteration AS iteration, c.status, q.session_id IS NOT NULL AS "isParent",
      c.status IN ('QUEUED', 'RUNNING', 'WAITING') AND NOT EXISTS (
        SELECT FROM parent_sessions o JOIN parent_sessions a ON a.session_id = ANY (o.path)
        WHERE o.session_id = p.id AND a.ended_number > coalesce(c.tree_number, 0)) AS "isUnderWay"
    FROM unnest($parentIds::uuid[], $runs::int[], $componentIds::uuid[], $iterations::int[])
      AS p(id, run, component_id, iteration)
    CROSS JOIN LATERAL (
      SELECT id, parent_run, parent_component_id, parent_iteration, status, tree_number FROM sessions
      WHERE parent_id = p.id
        AND (parent_run, parent_component_id, parent_iteration) > (p.run, p.component_id, p.iteration)
      ORDER BY parent_run, parent_component_id, parent_iteration LIMIT $perParent::int) c
    LEFT JOIN parent_sessions q ON q.session_id = c.id
    ORDER BY p.id, c.parent_run, c.parent_component_id, c.parent_iteration`,
  {
    id: 'uuid',
    parentId: 'uuid',
    run: 'int4',
    componentId: 'uuid',
    iteration: 'int4',
    status: 'session_status',
    isParent: 'bool',
    isUnderWay: 'bool',
  },
);

/**
 * Examines all descendants of a session, the deepest first, so that the positions in memory are no more than one
 * statement reads on each level. Statements see different moments.
 * @returns the status of a descendant that has not ended, or the number of descendants
 */
export async function walkBelow(sql: Sql, sessionId: string): Promise<{ underWay: SessionStatus } | { count: number }> {
  const placesToVisit: Place[] = [{ id: sessionId, ...BEFORE_ALL }];
  let count = 0;
  while (placesToVisit.length > 0) {
    const parents = placesToVisit.splice(-MAX_PARENTS);
    const perParent = Math.floor(MAX_CHILDREN / parents.length);
    const rows = await readNext(sql, parents, perParent);
    const underWay = rows.find(({ isUnderWay }) => isUnderWay);
    if (underWay !== undefined) return { underWay: underWay.status };
    count += rows.length;
    for (const [id, children] of Map.groupBy(rows, ({ parentId }) => parentId)) {
      const last = children.at(-1);
      if (last !== undefined && children.length === perParent) placesToVisit.push({ ...last, id });
    }
    for (const { id, isParent } of rows) if (isParent) placesToVisit.push({ id, ...BEFORE_ALL });
  }
  return { count };
}

function readNext(sql: Sql, parents: readonly Place[], perParent: number) {
  return sql.query(
    ...READ.with({
      parentIds: plainArray(parents.map(({ id }) => id)),
      runs: plainArray(parents.map(({ run }) => run)),
      componentIds: plainArray(parents.map(({ componentId }) => componentId)),
      iterations: plainArray(parents.map(({ iteration }) => iteration)),
      perParent,
    }),
  );
}
