import type { Sql } from '../postgres/sql.ts';
import type { FlowKeysOptions } from '../rows/flow-keys-of.ts';
import { openSessionCommands } from './commands.ts';
import { openSessionQueries } from './queries.ts';

/** Sessions as callers see and change them. */
export function openSessions(sql: Sql, { flowKeysOf }: FlowKeysOptions) {
  return { queries: openSessionQueries(sql), commands: openSessionCommands(sql, flowKeysOf) };
}
