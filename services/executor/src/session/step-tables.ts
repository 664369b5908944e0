import type { RowTarget, Tables } from '@workflow/component-kit/run';
import type { RowChange, Table } from '@workflow/session-store';
import { checkRow, checkWhere, findFilesIn, type RowCheck } from '@workflow/validation';
import { maskFields, sensitiveIn, StepFailure, type Field, type Json, type JsonObject } from '@workflow/workflow-model';
import { entryContent, entryKey } from './entry-content.ts';
import { effectOf, effectStep } from './step-values.ts';
import type { FromStore, WalkResources } from './walk-resources.ts';

/** Returns the rows of tables, for one component of a claimed session. */
export function tablesOf(shared: WalkResources, componentId: string, fromStore: FromStore): Tables {
  const { rows } = shared.deps.collections;
  const { organizationId } = shared.session;
  async function tableOf(name: string): Promise<Table> {
    const table = await fromStore(() => rows.findTable(organizationId, name));
    if (table === null) throw new StepFailure('TABLE_MISSING', `The organization has no table ${JSON.stringify(name)}`);
    return table;
  }
  const change = (table: Table, what: RowChange): Promise<Json> =>
    effectOf(shared, fromStore, () => rows.change(shared.fence, effectStep(shared, componentId), table, what));
  const put = async (operation: 'insert' | 'upsert', name: string, key: string, columns: JsonObject): Promise<Json> => {
    const table = await tableOf(name);
    const row = await rowContent(shared, fromStore, table, columns, operation === 'insert' ? 'whole' : 'partial');
    return change(table, { operation, key: entryKey(shared, key), row });
  };
  const target = ({ key, where }: RowTarget, { columns }: Table): RowTarget => ({
    key: key === undefined ? undefined : entryKey(shared, key),
    where: where === undefined ? undefined : valid(checkWhere(columns, where)),
  });
  return {
    insert: (name, key, row) => put('insert', name, key, row),
    upsert: (name, key, row) => put('upsert', name, key, row),
    update: async (name, which, columns, limit) => {
      const table = await tableOf(name);
      const row = await rowContent(shared, fromStore, table, columns, 'partial');
      return change(table, { operation: 'update', target: target(which, table), limit, row });
    },
    delete: async (name, which, limit) => {
      const table = await tableOf(name);
      return change(table, { operation: 'delete', target: target(which, table), limit });
    },
    find: async (name, which, limit) => {
      const table = await tableOf(name);
      const page = { after: '', limit, maxBytes: shared.deps.limits.maxOutputBytes };
      return effectOf(shared, fromStore, () => rows.find(table, target(which, table), page));
    },
    count: async (name, which) => {
      const table = await tableOf(name);
      return fromStore(() => rows.count(table, target(which, table)));
    },
    firstSeen: async (name, key, columns, ttlSeconds) => {
      const table = await tableOf(name);
      const row = await rowContent(shared, fromStore, table, columns, 'partial');
      return (await change(table, { operation: 'first-seen', key: entryKey(shared, key), row, ttlSeconds })) as boolean;
    },
  };
}

/**
 * Returns the given columns in the form in which the table stores them. @throws StepFailure FIELD_INVALID,
 * STORAGE_LIMIT_REACHED
 */
async function rowContent(
  shared: WalkResources,
  fromStore: FromStore,
  { columns }: Table,
  given: JsonObject,
  how: 'whole' | 'partial',
) {
  const row = valid(checkRow(columns, given, how));
  await takeStoredFiles(shared, fromStore, columns, row);
  const content = entryContent(shared, row);
  const declared = sensitiveIn(columns, content.value);
  if (declared.length === 0) return content;
  return {
    ...content,
    shown: maskFields(columns, content.shown),
    sensitive: [...content.sensitive, ...declared],
  };
}

function valid(checked: RowCheck): JsonObject {
  if (checked.ok) return checked.row;
  throw new StepFailure('FIELD_INVALID', checked.problems.join('; '));
}

/**
 * Replaces each FILE value by the stored record of the file.
 * @throws StepFailure FIELD_INVALID
 */
async function takeStoredFiles(
  { deps, session }: WalkResources,
  fromStore: FromStore,
  columns: readonly Field[],
  row: JsonObject,
): Promise<void> {
  for (const { fileId, path, replace } of findFilesIn(columns, row)) {
    const file = await fromStore(() => deps.files.store.find(session.organizationId, fileId));
    if (file === null) throw new StepFailure('FIELD_INVALID', `${path}: the organization has no file ${fileId}`);
    const { name, contentType, size, sha256 } = file;
    replace({ fileId, name, contentType, size, sha256 });
  }
}
