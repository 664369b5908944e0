import type { SessionMode, SessionStatus, SessionTrigger, WaitingFor } from '@workflow/workflow-model';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { waitingFor } from './session-view.ts';
import { firstUuidv7At } from '../ids/uuidv7-time.ts';
import { FIRST_UUID, LAST_UUID } from '../ids/uuid-limits.ts';

export interface SessionFilter {
  workflowId?: string;
  /** Any of these workflows, without `workflowId`. */
  workflowIds?: readonly string[];
  /** The component at which the sessions started. */
  componentId?: string;
  /** The session that started them. */
  parentId?: string;
  /** The component of the parent that started them. */
  parentComponentId?: string;
  /** Sessions with any of these statuses. */
  status?: SessionStatus | readonly SessionStatus[];
  mode?: SessionMode;
  trigger?: SessionTrigger;
  /** Created at this time or later. */
  from?: Date;
  /** Created before this time. */
  to?: Date;
  /** The last end was at this time or later, and before `endedTo`. */
  endedFrom?: Date;
  endedTo?: Date;
  /** The delayed start is at this time or later, and before `startsTo`. */
  startsFrom?: Date;
  startsTo?: Date;
  /** The reason why the session waits. */
  waitingFor?: WaitingFor;
  /** The label begins with this text. Case matters. */
  label?: string;
  /**
   * A text that the session's id or label, its error's code, message or errorId, the values at its start, or its
   * workflow's name contains. Case does not matter.
   */
  text?: string;
  /** The group of failures that the sessions belong to. */
  fingerprint?: string;
}

/** SQL of the parameters of every source. A source that does not use all of them still declares their types. */
export const RANGE = `(SELECT $organizationId::uuid AS organization_id, $workflowId::uuid AS workflow_id,
  $status::session_status AS status, $below::uuid AS below, $least::uuid AS least, $parentId::uuid AS parent_id) r`;
export const BETWEEN = 's.id < r.below AND s.id >= r.least';

/** Maximum bytes of values that are searched: a page reads those of up to 500 sessions. */
const MAX_SEARCHED_BYTES = 8_192;
/**
 * SQL of the bytes of values as text. A row without this number uses the stored size, unless the values are compressed:
 * few bytes may expand to megabytes.
 */
const VALUE_BYTES = `coalesce(s.values_bytes,
      CASE WHEN pg_column_compression(s.placeholder_values) IS NULL THEN pg_column_size(s.placeholder_values) END)`;
/** Returns SQL of a text without quotes, escapes and spaces, which differ between stored JSON and JSON in lists. */
const bare = (text: string) => `translate(lower(${text}), '"\\ ', '')`;

/** SQL of the filters, once for all sources. The planner cannot move it below the LIMIT of the source. */
export const FILTERS = `s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
  AND ($workflowId::uuid IS NULL OR s.workflow_id = $workflowId)
  AND ($status::session_status IS NULL OR s.status = $status)
  AND ($parentId::uuid IS NULL OR s.parent_id = $parentId)
  AND ($componentId::uuid IS NULL OR s.component_id = $componentId)
  AND ($mode::session_mode IS NULL OR s.mode = $mode) AND ($trigger::session_trigger IS NULL OR s.trigger = $trigger)
  AND ($endedFrom::timestamptz IS NULL OR s.finished_at >= $endedFrom)
  AND ($endedTo::timestamptz IS NULL OR s.finished_at < $endedTo)
  AND ($startsFrom::timestamptz IS NULL OR s.starts_at >= $startsFrom)
  AND ($startsTo::timestamptz IS NULL OR s.starts_at < $startsTo)
  AND ($waitingFor::text IS NULL OR ${waitingFor('s')} = $waitingFor)
  AND ($label::text IS NULL OR starts_with(s.label, $label))
  AND ($parentComponentId::uuid IS NULL OR s.parent_component_id = $parentComponentId)
  AND ($text::text IS NULL
    OR position(lower($text::text)
      IN lower(concat_ws(' ', s.id, s.label, s.error->>'code', s.error->>'message', s.error->>'errorId'))) > 0
    OR CASE WHEN ${VALUE_BYTES} <= ${MAX_SEARCHED_BYTES}
      THEN position(${bare('$text::text')} IN ${bare('s.placeholder_values::text')}) > 0 ELSE false END
    OR s.workflow_id IN (SELECT w.id FROM workflows w
      WHERE w.organization_id = $organizationId AND position(lower($text::text) IN lower(w.name)) > 0))`;

/** A filter with one status, or none. */
export type OneStatusFilter = Omit<SessionFilter, 'status' | 'workflowIds'> & { status?: SessionStatus };

/** The parameters of `RANGE`. */
export interface RangeParameters {
  organizationId: string;
  workflowId: string | null;
  status: SessionStatus | null;
  /** The ids of the page are less than this one. */
  below: string;
  least: string;
  parentId: string | null;
}

/** The parameters of `FILTERS`. */
export interface FilterParameters extends RangeParameters {
  mode: SessionMode | null;
  trigger: SessionTrigger | null;
  text: string | null;
  componentId: string | null;
  endedFrom: Date | null;
  endedTo: Date | null;
  startsFrom: Date | null;
  startsTo: Date | null;
  waitingFor: WaitingFor | null;
  label: string | null;
  parentComponentId: string | null;
}

/** Returns the values for the parameters of `RANGE`. */
function rangeOf(organizationId: string, filter: OneStatusFilter, cursor = LAST_UUID): RangeParameters {
  return {
    organizationId,
    workflowId: filter.workflowId ?? null,
    status: filter.status ?? null,
    // A session that ended before a time was also created before it.
    below: [cursor, ...[filter.to, filter.endedTo].flatMap((time) => (time ? [firstUuidv7At(time)] : []))].reduce(
      earlier,
    ),
    least: filter.from === undefined ? FIRST_UUID : firstUuidv7At(filter.from),
    parentId: filter.parentId ?? null,
  };
}

/** Returns the values for the parameters of `FILTERS`. */
export function filterParameters(organizationId: string, filter: OneStatusFilter, cursor?: string): FilterParameters {
  return {
    ...rangeOf(organizationId, filter, cursor),
    mode: filter.mode ?? null,
    trigger: filter.trigger ?? null,
    text: filter.text ?? null,
    componentId: filter.componentId ?? null,
    endedFrom: filter.endedFrom ?? null,
    endedTo: filter.endedTo ?? null,
    startsFrom: filter.startsFrom ?? null,
    startsTo: filter.startsTo ?? null,
    waitingFor: filter.waitingFor ?? null,
    label: filter.label ?? null,
    parentComponentId: filter.parentComponentId ?? null,
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
