import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { StartTools } from '../acceptance/start-sessions.ts';
import { claimPolls, type ClaimedPoll } from './claim-polls.ts';
import { endPoll, failPoll, type PollEnd } from './end-poll.ts';
import { readPolling } from './read-polling.ts';

export type Polls = ReturnType<typeof openPolls>;

/** Opens the polls of triggers: executors claim due polls, and end each with its sessions and its position. */
export function openPolls(sql: Sql, tools: StartTools) {
  const on = operationsOn(sql);
  return {
    claim: on(claimPolls),
    end: (poll: ClaimedPoll, end: PollEnd) => endPoll(sql, tools, poll, end),
    fail: on(failPoll),
    read: on(readPolling),
  };
}
