import { operationsOn } from '../postgres/operations-on.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';
import { findOperation, stopOperation } from './find-operation.ts';
import type { OrganizationLimits } from '../organization/organization-limits.ts';
import type { RetryLimits } from '../sessions/retry-sessions.ts';
import { startOperation, type OperationRequest } from './start-operation.ts';
import { OrganizationTurns, TURNS_OF_STARTS } from '../fair-turns/organization-turns.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { ORGANIZATIONS_WITH_OPERATIONS, workOnOperation } from './work-on-operation.ts';

export type Operations = ReturnType<typeof openOperations>;

/** Opens bulk operations: ingress starts and stops them, and executors process them. */
export function openOperations(
  sql: Sql,
  rounds: FairRounds,
  { limits, ...retries }: RetryLimits & { limits: OrganizationLimits },
) {
  const on = operationsOn(sql);
  const turns = new OrganizationTurns(TURNS_OF_STARTS);
  return {
    start: (organizationId: string, request: OperationRequest) =>
      startOperation(sql, turns, limits.runningOperations, organizationId, request),
    find: on(findOperation),
    stop: on(stopOperation),
    /**
     * Processes one part of an operation for each organization.
     * @returns false if there was nothing to do
     */
    work: async (): Promise<boolean> => {
      const organizationIds = await readIds(sql.query, ORGANIZATIONS_WITH_OPERATIONS);
      const worked = await rounds.inTurn('operations', organizationIds, (id) => workOnOperation(sql, retries, id));
      return [...worked.values()].includes(true);
    },
  };
}
