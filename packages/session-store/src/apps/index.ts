import type { PrismaClient } from '../generated/client.ts';
import { scopeOf, type ScopeOptions } from '../management/organization-scope.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { changeApp, createApp, deleteApp, findApp, listApps, readAppsWith, refreshApp } from './apps.ts';
import {
  findAppVersion,
  findOperation,
  listAppVersions,
  listOperations,
  readSummaries,
  type OperationPlace,
  type OperationsRequest,
} from './operations.ts';
import { searchOperations } from './search-operations.ts';
import { claimReadings, endReading, failReading } from './readings.ts';

export type Apps = ReturnType<typeof openApps>;

/** Opens the apps of organizations. */
export function openApps(sql: Sql, prisma: PrismaClient, options: ScopeOptions) {
  const onSql = operationsOn(sql);
  return {
    /** Every statement contains the organization's id. */
    organization: (organizationId: string) => {
      const scope = scopeOf(prisma, options, organizationId, () => undefined);
      const on = operationsOn(scope);
      return {
        create: on(createApp),
        list: on(listApps),
        find: on(findApp),
        change: on(changeApp),
        refresh: on(refreshApp),
        readWith: on(readAppsWith),
        delete: on(deleteApp),
        listVersions: (id: string, request: { limit: number; before?: number }) =>
          listAppVersions(scope, sql, id, request),
        listOperations: (id: string, request: OperationsRequest) => listOperations(sql, organizationId, id, request),
        searchOperations: (request: { search: string; limit: number }) =>
          searchOperations(sql, organizationId, request),
        findOperation: (id: string, version: number | null, key: string) =>
          findOperation(sql, organizationId, id, version, key),
        readSummaries: (places: readonly OperationPlace[]) => readSummaries(sql, organizationId, places),
        findVersion: (id: string, version: number) => findAppVersion(sql, organizationId, id, version),
      };
    },
    findOperation: onSql(findOperation),
    findVersion: onSql(findAppVersion),
    readings: { claim: onSql(claimReadings), end: onSql(endReading), fail: onSql(failReading) },
  };
}
