import type { Sql } from '../postgres/sql.ts';
import { openSessionCommands } from './commands.ts';
import { openSessionQueries } from './queries.ts';
import { deleteResponse, readResponses } from './read-responses.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { RetryLimits } from './retry-sessions.ts';

/** Sessions as callers see and change them. */
export function openSessions(sql: Sql, seals: SensitiveSeals, limits: RetryLimits) {
  return {
    queries: openSessionQueries(sql, seals),
    commands: openSessionCommands(sql, limits),
    /** Those of the sessions that have answered the sender of their delivery, or have ended. */
    responses: (sessionIds: string[]) => readResponses(sql, seals, sessionIds),
    deleteResponse: (sessionId: string) => deleteResponse(sql, sessionId),
  };
}
