import { SESSION_MODES, SESSION_STATUSES, SESSION_TRIGGERS } from '@workflow/workflow-model';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { SessionFilter } from '../../api/queries/sessions.ts';

/** Filter of the list: the API's filter and a time range. It is part of the page's URL. */
export interface ShownSessions {
  filter: SessionFilter;
  /** When the sessions were created. ISO 8601; null for no bound. */
  since: string | null;
  until: string | null;
  time: string | null;
  /** The content of the two fields of a range. */
  bounds: { since: string | null; until: string | null };
}

export type FilterKey = 'workflowId' | 'status' | 'mode' | 'trigger' | 'text' | 'label' | 'time' | 'since' | 'until';

/** Time ranges to choose from; `custom` (by creation) and `ended` (by end) show fields for the two bounds. */
export const TIME_SPANS = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last day' },
  { value: '168', label: 'Last week' },
  { value: 'custom', label: 'Custom range' },
  { value: 'ended', label: 'Ended between…' },
];

export function useSessionFilters(): {
  shown: ShownSessions;
  set: (key: FilterKey, value: string | null) => void;
  isFiltered: boolean;
} {
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => readFilters(params), [params]);
  const set = useCallback(
    (key: FilterKey, value: string | null) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          if (value === null || value === '') next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { shown, set, isFiltered: params.size > 0 };
}

const HOUR_MS = 3_600_000;

function readFilters(params: URLSearchParams): ShownSessions {
  const filter: SessionFilter = {};
  const workflowId = params.get('workflowId');
  const status = SESSION_STATUSES.find((one) => one === params.get('status'));
  const mode = SESSION_MODES.find((one) => one === params.get('mode'));
  const trigger = SESSION_TRIGGERS.find((one) => one === params.get('trigger'));
  if (workflowId) filter.workflowId = workflowId;
  if (status) filter.status = status;
  if (mode) filter.mode = mode;
  if (trigger) filter.trigger = trigger;
  const text = params.get('text')?.trim();
  if (text) filter.text = text;
  const label = params.get('label')?.trim();
  if (label) filter.label = label;
  const time = TIME_SPANS.find((one) => one.value === params.get('time'))?.value ?? null;
  const bounds = { since: timeOf(params.get('since')), until: timeOf(params.get('until')) };
  if (time === 'custom') return { filter, time, ...bounds, bounds };
  if (time === 'ended') {
    if (bounds.since) filter.endedAfter = bounds.since;
    if (bounds.until) filter.endedBefore = bounds.until;
    return { filter, time, since: null, until: bounds.until, bounds };
  }
  return {
    filter,
    time,
    bounds,
    since: time === null ? null : new Date(Date.now() - Number(time) * HOUR_MS).toISOString(),
    until: null,
  };
}

function timeOf(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/**
 * The cursor at which a list starts at a given time: session ids are UUIDv7, and sort by time (RFC 9562 §5.7).
 * The smallest id of that millisecond, so that everything before it is listed.
 */
export function cursorAt(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns true if everything after this cursor is older than the time. */
export function isBefore(cursor: string, time: string | null): boolean {
  return time !== null && cursor <= cursorAt(time);
}
