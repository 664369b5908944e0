import type { Json, JsonObject, SessionTrigger } from '@workflow/workflow-model';
import { startPublished } from '../acceptance/start-published.ts';
import { startingTransaction, type StartTools } from '../acceptance/start-sessions.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { ClaimedPoll } from './claim-polls.ts';

/** The result of a poll. */
export interface PollEnd {
  trigger: SessionTrigger;
  /** Placeholder values, each of which starts a session, in this order. */
  starts: readonly JsonObject[];
  position: Exclude<Json, null>;
  /** Milliseconds until the next poll. */
  nextInMs: number;
  /** A sentence for people; null if there is none. */
  note: string | null;
}

/** The failure of a poll. */
export interface PollFailure {
  /** The reason in a sentence. */
  message: string;
  /** Milliseconds until the next poll. */
  nextInMs: number;
  /** The number of consecutive failed polls, including this one if it counts. */
  failures: number;
}

const WRITE = statement<{
  workflowId: string;
  componentId: string;
  fence: string;
  position: string;
  nextInMs: number;
  message: string | null;
}>()(
  'end_poll',
  `UPDATE polls SET position = $position::jsonb, next_at = clock_timestamp() + $nextInMs * interval '1 millisecond',
      last_at = clock_timestamp(), last_ok = true, last_message = $message, failures = 0
    WHERE workflow_id = $workflowId AND component_id = $componentId AND fence = $fence::bigint
    RETURNING workflow_id`,
  { workflow_id: 'uuid' },
);

const FAIL = statement<{
  workflowId: string;
  componentId: string;
  fence: string;
  message: string;
  nextInMs: number;
  failures: number;
}>()(
  'fail_poll',
  `UPDATE polls SET next_at = clock_timestamp() + $nextInMs * interval '1 millisecond',
      last_at = clock_timestamp(), last_ok = false, last_message = $message, failures = $failures
    WHERE workflow_id = $workflowId AND component_id = $componentId AND fence = $fence::bigint`,
  {},
);

/**
 * Starts the sessions of a poll and writes its position, in one transaction. Returns false and writes nothing if the
 * workflow was published or paused, or another executor polled it, in the meantime. The next poll then finds the same
 * items.
 */
export function endPoll(
  sql: Sql,
  tools: StartTools,
  poll: ClaimedPoll,
  { trigger, starts, position, nextInMs, note }: PollEnd,
): Promise<boolean> {
  const { workflowId, componentId, organizationId, definitionId, workflowVersion, hasRules, fence } = poll;
  const starting = starts.map((values) => ({
    id: timeOrderedId(),
    organizationId,
    workflowId,
    componentId,
    definitionId,
    workflowVersion,
    hasRules,
    trigger,
    values,
  }));
  return startingTransaction(sql, async (query, ready) => {
    const count = `started ${starts.length} ${starts.length === 1 ? 'session' : 'sessions'}`;
    const message = note === null ? count : `${count}; ${note}`;
    const written = await query(
      ...WRITE.with({ workflowId, componentId, fence, position: JSON.stringify(position), nextInMs, message }),
    );
    if (written.length === 0) return false;
    await startPublished(query, starting, ready, tools);
    return true;
  });
}

/** Records why a poll failed. The position stays unchanged. */
export async function failPoll(
  sql: Sql,
  { workflowId, componentId, fence }: ClaimedPoll,
  { message, nextInMs, failures }: PollFailure,
): Promise<void> {
  await sql.query(...FAIL.with({ workflowId, componentId, fence, message, nextInMs, failures }));
}
