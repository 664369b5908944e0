import { queuedStates } from '@workflow/test-harness';
import {
  ENDED,
  hasNoOther,
  hasNoWake,
  IS_IN_NO_BATCH,
  IS_NOT_PAUSED,
  IS_NOT_PUBLISHED,
  isOfEnded,
  isOrphan,
} from './conditions.ts';

const { isEnqueued, isEnqueuedAfterWait, isHeld, isInBacklog, waitsUntilDue } = queuedStates;

/** `stranded`: the condition on a row `t` of that state. `why`: a row of that state cannot be stranded. */
export type Rule = { stranded: string } | { why: string };

/** The rules of a table by state. A state may have parts: `QUEUED, held`. */
export interface StatefulTable {
  column: string;
  states: Record<string, Rule & { part?: string }>;
}

const statesOf = (states: string[], rule: Rule): Record<string, Rule> =>
  Object.fromEntries(states.map((state) => [state, rule]));

const ended: Rule = { why: 'It ended; retention deletes it.' };

/** The rules of tables with a state. A test compares tables and states with the schema. */
export const STATEFUL_TABLES: Record<string, StatefulTable> = {
  sessions: {
    column: 'status',
    states: {
      'QUEUED, held': {
        part: isHeld('t'),
        stranded: 'NOT EXISTS (SELECT FROM flow_entries e WHERE e.session_id = t.id)',
      },
      'QUEUED, backlog': {
        part: isInBacklog('t'),
        why: 'The dispatcher enqueues the sessions of the whole backlog.',
      },
      'QUEUED, enqueued': { part: isEnqueued('t'), stranded: IS_IN_NO_BATCH },
      RUNNING: { stranded: `(${isInBacklog('t')} OR ${isHeld('t')} OR ${IS_IN_NO_BATCH})` },
      'WAITING, for children': {
        part: 't.due_at IS NULL',
        stranded: `NOT EXISTS (SELECT FROM sessions c WHERE c.parent_id = t.id AND c.status NOT IN ${ENDED})`,
      },
      'WAITING, until a time': {
        part: waitsUntilDue('t'),
        stranded: `(${isHeld('t')} OR t.due_at = 'infinity')`,
      },
      'WAITING, woken': {
        part: isEnqueuedAfterWait('t'),
        stranded: `(${isHeld('t')} OR ${IS_IN_NO_BATCH})`,
      },
      SUCCEEDED: ended,
      FAILED: ended,
      CANCELLED: ended,
    },
  },
  steps: {
    column: 'status',
    states: {
      RUNNING: { stranded: isOfEnded('session_id') },
      WAITING: { stranded: isOfEnded('session_id') },
      SUCCEEDED: { stranded: isOrphan('session_id') },
      FAILED: { stranded: isOrphan('session_id') },
      CANCELLED: { stranded: isOrphan('session_id') },
    },
  },
  session_events: {
    column: 'status',
    states: {
      ...statesOf(['QUEUED', 'RUNNING', 'WAITING'], { stranded: 'true' }),
      ...statesOf(['SUCCEEDED', 'FAILED', 'CANCELLED'], { why: 'Executors read every row.' }),
    },
  },
  flow_entries: {
    column: 'stage',
    states: {
      DELAYED: { stranded: `(t.starts_at IS NULL OR t.starts_at = 'infinity' OR ${isOfEnded('session_id')})` },
      GATHERING: {
        stranded: `(${isOfEnded('session_id')}
          OR NOT EXISTS (SELECT FROM gatherings g WHERE g.session_id = t.session_id))`,
      },
      IN_ORDER: {
        stranded: `(${isOfEnded('session_id')} OR ${hasNoWake('order_key')}
          AND ${hasNoOther('order_key', `(o.stage IN ('AT_LIMIT', 'STARTED') OR o.position < t.position)`)})`,
      },
      AT_LIMIT: {
        stranded: `(${isOfEnded('session_id')} OR ${hasNoWake('concurrency_key')} AND ${IS_NOT_PAUSED}
          AND ${hasNoOther('concurrency_key', `o.stage = 'STARTED'`)})`,
      },
      STARTED: { stranded: isOfEnded('session_id') },
    },
  },
  operations: {
    column: 'status',
    states: {
      RUNNING: { why: 'Executors look for running operations, and end one without a part.' },
      DONE: ended,
      STOPPED: ended,
      FAILED: ended,
    },
  },
  event_deliveries: {
    column: 'status',
    states: {
      PENDING: {
        stranded: `EXISTS (SELECT FROM event_hooks h WHERE h.id = t.hook_id AND h.disabled_at IS NOT NULL)
          OR t.next_try_at = 'infinity'`,
      },
      DELIVERED: ended,
      FAILED: ended,
    },
  },
  questions: {
    column: 'status',
    // The question of a cancelled session is asked again by a retry.
    states: statesOf(['EARLY', 'OPEN', 'ANSWERED', 'TIMED_OUT'], { stranded: isOrphan('session_id') }),
  },
  due_times: {
    column: 'status',
    states: {
      WAITING: { stranded: IS_NOT_PUBLISHED },
      // A decision is retained for as long as its session at least in the runs of this suite.
      STARTED: { stranded: isOrphan('session_id') },
      SKIPPED: ended,
      MISSED: ended,
    },
  },
  files: {
    column: 'state',
    states: {
      WRITING: { stranded: 't.expires_at IS NULL' },
      STORED: {
        stranded: 't.expires_at IS NULL AND NOT EXISTS (SELECT FROM file_uses u WHERE u.file_id = t.id)',
      },
      DELETING: { stranded: 't.expires_at IS NULL' },
    },
  },
};

/** The rules of tables without a state whose rows a loop must find. */
export const TABLES_OF_LOOPS: Record<string, Rule> = {
  enqueued_batches: { why: 'The dispatcher reads every batch in each round.' },
  flow_wakes: { why: 'The dispatcher takes the oldest ones, whatever they name.' },
  gatherings: { stranded: `t.closes_at = 'infinity'` },
  gathered_requests: { stranded: 'NOT EXISTS (SELECT FROM gatherings g WHERE g.session_id = t.session_id)' },
  session_expiries: { stranded: `t.expires_at = 'infinity'` },
  operation_parts: {
    stranded: `NOT EXISTS (SELECT FROM operations o WHERE o.id = t.operation_id AND o.status = 'RUNNING')`,
  },
  parent_sessions: {
    stranded: `(${isOrphan('session_id')} OR NOT t.is_ending AND EXISTS (SELECT FROM sessions c
      WHERE c.parent_id = t.session_id AND c.status NOT IN ${ENDED} AND coalesce(c.tree_number, 0) < t.ended_number))`,
  },
  tree_sizes: { stranded: isOrphan('root_id') },
  deleted_sessions: { why: 'Executors read every row.' },
  failure_notices: { stranded: `t.due_at = 'infinity'` },
  session_responses: { stranded: isOrphan('session_id') },
  step_effects: { stranded: isOrphan('session_id') },
  conversation_sessions: { stranded: isOrphan('session_id') },
  turn_texts: { why: 'Executors delete rows that are two hours old.' },
  // A rule without a further due time has no next one either; no fault of the suite uses such a rule.
  schedules: {
    stranded: `t.until_at IS NULL AND (${IS_NOT_PUBLISHED}
      OR t.next_at IS NULL AND ${IS_NOT_PAUSED})`,
  },
  polls: { stranded: `${IS_NOT_PUBLISHED} OR t.next_at IS NULL AND ${IS_NOT_PAUSED}` },
  error_triggers: { stranded: IS_NOT_PUBLISHED },
  file_uses: {
    stranded: `t.unsure_since IS NULL AND ${isOrphan('session_id')}
      AND NOT EXISTS (SELECT FROM collection_entries e WHERE e.id = t.session_id)`,
  },
  collections: { stranded: `t.kind = 'VALUES' AND t.owner_id IS NULL AND t.deleted_at IS NULL` },
  blocked_turns: { why: 'Executors look for those that are to end a session, and mark those without one.' },
  pool_moves: { stranded: `t.due_at = 'infinity'` },
  executors: { why: 'Retention deletes those without a heartbeat.' },
  leases: { why: 'Each process tries to get them.' },
  set_asides: { why: 'Their time ends, and retention deletes them.' },
  executor_requests: { why: 'Executors read every row, and delete expired ones.' },
  webhook_listeners: { why: 'Their time ends, and the token owns them.' },
  credential_grants: { why: 'The lease ends by its time; the next use renews the tokens.' },
  credential_sign_ins: { why: 'Each sign-in deletes those that expired.' },
  session_counts: { why: 'Retention deletes old ones.' },
  admission_quotas: { why: 'The dispatcher writes them in each round, and deletes those of idle organizations.' },
  idempotency_keys: { why: 'Retention deletes old ones.' },
  webhook_deliveries: { why: 'Retention deletes old ones.' },
  event_bodies: { why: 'Retention deletes those that no delivery sends.' },
  failure_fingerprints: { why: 'They are deleted after 7 days without a failure.' },
  throttle_states: { why: 'Retention deletes those without a call for a day.' },
  changes: { why: 'Retention deletes old ones.' },
  definitions: { why: 'Retention deletes unused ones.' },
};
