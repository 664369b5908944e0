import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import type { FairRounds } from '../turns/fair-rounds.ts';
import {
  claimDeliveries,
  findOrganizationsWithHooks,
  readEventBody,
  type ClaimedDelivery,
  type ClaimLimits,
} from './claim-deliveries.ts';
import { recordTry } from './record-try.ts';
import { findOrganizationsWithEvents, spreadEvents } from './spread-events.ts';

export type Events = ReturnType<typeof openEvents>;

/** Events for other systems: ends of sessions become deliveries, which executors send. */
export function openEvents(sql: Sql, keys: SecretsKeys, rounds: FairRounds) {
  const on = operationsOn(sql);
  return {
    /** One part of each organization's ends. @returns how many ends it handled */
    spread: async (): Promise<number> => {
      const organizationIds = await findOrganizationsWithEvents(sql);
      const handled = await rounds.inTurn('events', organizationIds, (id) => spreadEvents(sql, id));
      return [...handled.values()].reduce((sum, count) => sum + count, 0);
    },
    claim: async (limits: ClaimLimits): Promise<ClaimedDelivery[]> => {
      const claimed = await rounds.together(
        'deliveries',
        (scope) => claimDeliveries(sql.query, keys, limits, scope),
        () => findOrganizationsWithHooks(sql),
      );
      return claimed.flat();
    },
    readBody: on(readEventBody),
    recordTry: on(recordTry),
  };
}
