import type { Sql } from '../postgres/sql.ts';
import { deletePart } from '../rows/delete-part.ts';
import type { FairRounds } from '../turns/fair-rounds.ts';
import { cancelPart, findOrganizationsWithEndingTrees } from './cancel-part.ts';
import { findOrganizationsWithDeletedSessions } from './find-deleted.ts';

export type Trees = ReturnType<typeof openTrees>;

/** What is below ended and deleted sessions: executors cancel and delete it in parts. */
export function openTrees(sql: Sql, rounds: FairRounds) {
  return {
    /** One part of each organization's. @returns false when there was nothing to do */
    cancelParts: async (): Promise<boolean> => {
      const organizationIds = await findOrganizationsWithEndingTrees(sql);
      const worked = await rounds.inTurn('trees', organizationIds, (id) => cancelPart(sql, id));
      return [...worked.values()].includes(true);
    },
    /** The same of what is left of deleted sessions. */
    deleteParts: async (): Promise<boolean> => {
      const organizationIds = await findOrganizationsWithDeletedSessions(sql);
      const worked = await rounds.inTurn('deletions', organizationIds, (id) => deletePart(sql, id));
      return [...worked.values()].includes(true);
    },
  };
}
