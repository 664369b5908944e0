import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SecretsKeys } from '../rows/secret-sealing.ts';
import { claimDeliveries, type ClaimLimits } from './claim-deliveries.ts';
import { recordTry } from './record-try.ts';
import { spreadEvents } from './spread-events.ts';

export type Events = ReturnType<typeof openEvents>;

/** Events for other systems: ends of sessions become deliveries, which executors send. */
export function openEvents(sql: Sql, keys: SecretsKeys) {
  const on = operationsOn(sql);
  return {
    spread: on(spreadEvents),
    claim: (limits: ClaimLimits) => claimDeliveries(sql, keys, limits),
    recordTry: on(recordTry),
  };
}
