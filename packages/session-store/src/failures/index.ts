import { statement } from '../postgres/named-statement.ts';
import { organizationsWith } from '../postgres/organizations-with.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import type { StartTools } from '../acceptance/start-sessions.ts';
import { startOnFailures } from './start-on-failures.ts';

export type Failures = ReturnType<typeof openFailures>;

/** Finds organizations with failures: one step of the index for each. */
const ORGANIZATIONS = statement()(
  'find_organizations_with_failures',
  organizationsWith('failure_notices', 'due_at <= statement_timestamp()'),
  { id: 'uuid' },
);

/** Opens the failures for which `error` triggers start sessions. The statements that end sessions record them. */
export function openFailures(sql: Sql, rounds: FairRounds, tools: StartTools) {
  const listeners = new Set<() => void>();
  return {
    /** Called when failures were recorded and committed. */
    noted: (): void => {
      for (const listener of listeners) listener();
    },
    /** Calls the listener after each commit of this process that recorded failures. */
    onNoted: (listener: () => void): void => void listeners.add(listener),
    /**
     * Starts the sessions for a limited number of each organization's failures.
     * @returns the number of handled failures
     */
    start: async (): Promise<number> => {
      const organizationIds = await readIds(sql.query, ORGANIZATIONS);
      const handled = await rounds.inTurn('failures', organizationIds, (id) => startOnFailures(sql, tools, id));
      return [...handled.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
