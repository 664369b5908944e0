import type { Sql } from '../postgres/sql.ts';
import type { FlowKeysOf } from '../rows/flow-keys-of.ts';
import { openSessionCommands } from './commands.ts';
import { openSessionQueries } from './queries.ts';

/** Sessions as callers see and change them. */
export function openSessions(sql: Sql, flowKeysOf: FlowKeysOf) {
  return { queries: openSessionQueries(sql), commands: openSessionCommands(sql, flowKeysOf) };
}
