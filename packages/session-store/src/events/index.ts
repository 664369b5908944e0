import { operationsOn } from '../postgres/operations-on.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import {
  claimDeliveries,
  ORGANIZATIONS_WITH_HOOKS,
  readEventBody,
  type ClaimedDelivery,
  type ClaimLimits,
} from './claim-deliveries.ts';
import { ORGANIZATIONS_TO_REMIND, remindApprovals } from './remind-approvals.ts';
import { recordAttempt } from './record-attempt.ts';
import { ORGANIZATIONS_WITH_EVENTS, spreadEvents } from './spread-events.ts';

export type Events = ReturnType<typeof openEvents>;

/** Opens events for other systems: ends of sessions and waiting approvals become deliveries, which executors send. */
export function openEvents(sql: Sql, keys: SecretsKeys, rounds: FairRounds) {
  const on = operationsOn(sql);
  return {
    /**
     * Converts a limited number of each organization's ends and waiting approvals to deliveries.
     * @returns the number of handled ones
     */
    spread: async (): Promise<number> => {
      const ended = new Set(await readIds(sql.query, ORGANIZATIONS_WITH_EVENTS));
      const asking = new Set(await readIds(sql.query, ORGANIZATIONS_TO_REMIND));
      const handled = await rounds.inTurn('events', [...new Set([...ended, ...asking])], async (id) => {
        const ends = ended.has(id) ? await spreadEvents(sql, id) : 0;
        return ends + (asking.has(id) ? await remindApprovals(sql, id) : 0);
      });
      return [...handled.values()].reduce((sum, count) => sum + count, 0);
    },
    claim: async (limits: ClaimLimits): Promise<ClaimedDelivery[]> => {
      const claimed = await rounds.together(
        'deliveries',
        (scope) => claimDeliveries(sql.query, keys, limits, scope),
        ORGANIZATIONS_WITH_HOOKS,
      );
      return claimed.flat();
    },
    readBody: on(readEventBody),
    recordAttempt: on(recordAttempt),
  };
}
