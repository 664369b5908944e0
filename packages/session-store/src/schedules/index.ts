import type { Sql } from '../postgres/sql.ts';
import type { StartTools } from '../acceptance/start-sessions.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { countStopped, listSchedules, readDueTimes } from './read-schedules.ts';
import { decideDueTimes, type DecidedDueTimes } from './decide-due-times.ts';
import { deleteOldDueTimes } from './delete-old-due-times.ts';
import { ORGANIZATIONS_WITH_DUE_TIMES } from './find-organizations.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import { startWaitingDueTimes } from './start-waiting.ts';

export type Schedules = ReturnType<typeof openSchedules>;

/**
 * Opens the due times of schedules. One executor at a time decides about them, starts their sessions and deletes them.
 */
export function openSchedules(sql: Sql, rounds: FairRounds, tools: StartTools) {
  const on = operationsOn(sql);
  return {
    /** Decides about some of the due times that passed, organizations in turn. */
    decide: (): Promise<DecidedDueTimes[]> =>
      rounds.together('schedules', (scope) => decideDueTimes(sql, tools, scope), ORGANIZATIONS_WITH_DUE_TIMES),
    /**
     * Starts the first waiting due time of each schedule whose session has ended. @returns the number of started ones
     */
    startWaitingDueTimes: async (): Promise<number> => {
      const parts = await rounds.together(
        'schedules',
        (scope) => startWaitingDueTimes(sql, tools, scope),
        ORGANIZATIONS_WITH_DUE_TIMES,
      );
      return parts.reduce((total, started) => total + started, 0);
    },
    deleteOld: on(deleteOldDueTimes),
    countStopped: on(countStopped),
    list: on(listSchedules),
    readDueTimes: on(readDueTimes),
  };
}
