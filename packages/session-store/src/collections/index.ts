import type { SessionMode } from '@workflow/workflow-model';
import type { Fence } from '../execution/claim-sessions.ts';
import type { PrismaClient } from '../generated/client.ts';
import { scopeOf, type ScopeOptions } from '../management/organization-scope.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { CollectionLimits } from './collection-limits.ts';
import type { Content } from './content.ts';
import { createWorkflowSet } from './create-workflow-set.ts';
import { deleteRow, listRows, writeRow } from './edit-rows.ts';
import { countRows, findRows, rowsOf, type RowPage } from './find-rows.ts';
import { once, type EffectStep } from './once.ts';
import { OrganizationTurns, TURNS_OF_CHANGES, TURNS_OF_READS } from '../fair-turns/organization-turns.ts';
import type { RowTarget } from './read-parts.ts';
import { changeRows, type RowChange } from './rows.ts';
import { sweepCollections } from './sweep-collections.ts';
import { createTable, deleteTable, findTable, listTables, readTable, type Table } from './tables.ts';
import { changeValue, getValue, type ValueChange, type ValueScope } from './values.ts';

export type Collections = ReturnType<typeof openCollections>;

/** Opens data that workflows store across sessions: stored values, and rows of tables. */
export function openCollections(
  sql: Sql,
  prisma: PrismaClient,
  seals: SensitiveSeals,
  options: ScopeOptions & { collectionLimits: CollectionLimits },
) {
  const parts = { sql, seals, limits: options.collectionLimits, turns: new OrganizationTurns(TURNS_OF_CHANGES) };
  const turnsOfReads = new OrganizationTurns(TURNS_OF_READS);
  /** Each statement takes one turn of the organization. */
  const readsOf =
    (organizationId: string): Query =>
    (statement, values) =>
      turnsOfReads.run(organizationId, () => sql.query(statement, values));
  const find = (organizationId: string, name: string) => findTable(sql, organizationId, name);
  return {
    values: {
      get: (
        session: { organizationId: string; workflowId: string; mode: SessionMode },
        scope: ValueScope,
        key: string,
      ) => getValue(parts, session, scope, key),
      change: (fence: Fence, step: EffectStep, change: ValueChange) => changeValue(parts, fence, step, change),
    },
    /** Rows for steps. */
    rows: {
      findTable: find,
      find: async (table: Table, target: RowTarget, page: RowPage): Promise<Content> => {
        const place = { organizationId: table.organizationId, seals, collectionId: table.id };
        return rowsOf(table, (await findRows(readsOf(table.organizationId), place, target, page)).rows);
      },
      count: (table: Table, target: RowTarget) => countRows(readsOf(table.organizationId), table.id, target),
      /** Returns null if the claim is lost. */
      change: (fence: Fence, step: EffectStep, table: Table, change: RowChange) =>
        once(parts, fence, step, (query) => changeRows(query, parts, table, change)),
    },
    /** Tables and rows for people and keys of one organization. */
    organization: (organizationId: string) => {
      const scope = scopeOf(prisma, options, organizationId, () => undefined);
      const on = operationsOn(scope);
      const edit = operationsOn({ ...parts, scope, read: readsOf(organizationId) });
      return {
        create: on(createTable),
        list: on(listTables),
        read: on(readTable),
        delete: on(deleteTable),
        /** Needs no notice for caches, because its ids are new. */
        createWorkflowSet: on(createWorkflowSet),
        find: (name: string) => find(organizationId, name),
        listRows: edit(listRows),
        writeRow: edit(writeRow),
        deleteRow: edit(deleteRow),
      };
    },
    sweep: () => sweepCollections(sql),
  };
}
