import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';
import { deletePart, ORGANIZATIONS_WITH_DELETED_SESSIONS } from '../deletion/delete-part.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { cancelPart, ORGANIZATIONS_WITH_ENDING_TREES } from './cancel-part.ts';

export type Trees = ReturnType<typeof openTrees>;

/** Opens the descendants of ended and deleted sessions, which executors cancel and delete in parts. */
export function openTrees(sql: Sql, rounds: FairRounds) {
  return {
    /**
     * Cancels some descendants for each organization.
     * @returns false if there was nothing to do
     */
    cancelParts: async (): Promise<boolean> => {
      const organizationIds = await readIds(sql.query, ORGANIZATIONS_WITH_ENDING_TREES);
      const worked = await rounds.inTurn('trees', organizationIds, (id) => cancelPart(sql, id));
      return [...worked.values()].includes(true);
    },
    /** Deletes some rows of each organization's deleted sessions. */
    deleteParts: async (): Promise<boolean> => {
      const organizationIds = await readIds(sql.query, ORGANIZATIONS_WITH_DELETED_SESSIONS);
      const worked = await rounds.inTurn('deletions', organizationIds, (id) => deletePart(sql, id));
      return [...worked.values()].includes(true);
    },
  };
}
