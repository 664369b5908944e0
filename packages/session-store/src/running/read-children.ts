import type { ChildState } from '../contract.ts';
import type { Database, Statement } from '../database.ts';

const READ: Statement = {
  name: 'read_children',
  text: `SELECT id AS "sessionId", parent_iteration AS iteration, status, output, error
    FROM sessions WHERE parent_id = $1 AND parent_run = $2 AND parent_component_id = $3 ORDER BY parent_iteration`,
};

/** Children of one component in one run, by iteration. */
export function readChildren(database: Database, parentId: string, run: number, componentId: string): Promise<ChildState[]> {
  return database.query<ChildState>(READ, [parentId, run, componentId]);
}
