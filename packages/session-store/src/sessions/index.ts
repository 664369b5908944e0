import { GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import type { Sql } from '../postgres/sql.ts';
import { openSessionCommands } from './commands.ts';
import { openConversations } from './conversations.ts';
import { openSessionQueries } from './queries.ts';
import { deleteResponses, readResponses } from './read-responses.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { RetryLimits } from './retry-sessions.ts';

/** Responses wait this long to be deleted together. Nobody waits for the deletion. */
const DELETE_LINGER_MS = 50;

/** Opens sessions as callers see and change them. */
export function openSessions(sql: Sql, seals: SensitiveSeals, limits: RetryLimits & GroupCommitLimits) {
  const deleting = new GroupCommit<string, void>({
    ...groupCommitDefaults(limits),
    keyOf: (sessionId) => sessionId,
    lingerMs: DELETE_LINGER_MS,
    flush: (sessionIds) => deleteResponses(sql, sessionIds),
  });
  return {
    queries: openSessionQueries(sql, seals),
    commands: openSessionCommands(sql, limits),
    conversations: openConversations(sql),
    /** Returns the sessions that have answered the sender of their delivery, or have ended. */
    responses: (sessionIds: string[]) => readResponses(sql, seals, sessionIds),
    deleteResponse: (sessionId: string) => deleting.add(sessionId),
    /** Resolves when no response is being deleted. */
    idle: () => deleting.idle(),
  };
}
