import type { SessionMode, SessionStatus, SessionTrigger } from '@workflow/workflow-model';
import { isDeletedAbove } from '../rows/deleted-above.ts';
import { firstUuidv7At } from '../ids/uuidv7-time.ts';

export interface SessionFilter {
  workflowId?: string;
  /** Of any of these, without `workflowId`. */
  workflowIds?: readonly string[];
  /** The component that the sessions started at. */
  componentId?: string;
  /** The session that started them. */
  parentId?: string;
  /** The component of that session which started them. */
  parentComponentId?: string;
  /** Sessions with any of these statuses. */
  status?: SessionStatus | readonly SessionStatus[];
  mode?: SessionMode;
  trigger?: SessionTrigger;
  /** Made at this time or later. */
  from?: Date;
  /** Made before this time. */
  to?: Date;
  /** Ended, by their last end, at this time or later; before this time. */
  endedFrom?: Date;
  endedTo?: Date;
  /** Whose label begins with this text, as it is written. */
  label?: string;
  /**
   * Text to find, ignoring case, in the session's id, its error's code, message or errorId, or its workflow's name.
   */
  text?: string;
}

const NEWEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const OLDEST_ID = '00000000-0000-0000-0000-000000000000';

/** The parameters of every source, by name; a source that does not use all of them still declares their types. */
export const RANGE = `(SELECT $1::uuid AS organization_id, $2::uuid AS workflow_id, $3::session_status AS status,
  $4::uuid AS below, $5::uuid AS least, $6::uuid AS parent_id) r`;
export const BETWEEN = 's.id < r.below AND s.id >= r.least';

/** The filter by organization, once for all sources; the planner cannot move it below the source's LIMIT. */
export const FILTERS = `s.organization_id = $1 AND NOT ${isDeletedAbove('s')}
  AND ($2::uuid IS NULL OR s.workflow_id = $2)
  AND ($3::session_status IS NULL OR s.status = $3)
  AND ($6::uuid IS NULL OR s.parent_id = $6) AND ($11::uuid IS NULL OR s.component_id = $11)
  AND ($7::session_mode IS NULL OR s.mode = $7) AND ($8::session_trigger IS NULL OR s.trigger = $8)
  AND ($12::timestamptz IS NULL OR s.finished_at >= $12) AND ($13::timestamptz IS NULL OR s.finished_at < $13)
  AND ($14::text IS NULL OR starts_with(s.label, $14))
  AND ($15::uuid IS NULL OR s.parent_component_id = $15)
  AND ($10::text IS NULL
    OR position(lower($10::text)
      IN lower(concat_ws(' ', s.id, s.label, s.error->>'code', s.error->>'message', s.error->>'errorId'))) > 0
    OR s.workflow_id IN (SELECT w.id FROM workflows w
      WHERE w.organization_id = $1 AND position(lower($10::text) IN lower(w.name)) > 0))`;

/** A filter with one status, or none. */
export type OneStatusFilter = Omit<SessionFilter, 'status' | 'workflowIds'> & { status?: SessionStatus };

/**
 * Its parameters $1 to $6; the rest of them are $7 mode, $8 trigger, $10 text, $11 component, $12 and $13 of the end,
 * $14 label, $15 component of the parent.
 */
export function rangeOf(organizationId: string, filter: OneStatusFilter, cursor = NEWEST_ID): (string | null)[] {
  return [
    organizationId,
    filter.workflowId ?? null,
    filter.status ?? null,
    // A session that ended before a time was created before it.
    [cursor, ...[filter.to, filter.endedTo].flatMap((time) => (time ? [firstUuidv7At(time)] : []))].reduce(earlier),
    filter.from === undefined ? OLDEST_ID : firstUuidv7At(filter.from),
    filter.parentId ?? null,
  ];
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
