import { SESSION_MODES, SESSION_STATUSES, SESSION_TRIGGERS, WAITING_FOR } from '@workflow/workflow-model';
import type { SessionFilter } from '@workflow/session-store';
import { invalidRequest } from '../errors/api-error.ts';
import { workflowsOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_PAGE, pageQuery } from '../http/schema-parts.ts';
import { readSessionPage } from './read-session-page.ts';
import { sessionListSchema } from './session-route-schemas.ts';

const MAX_TEXT_LENGTH = 200;
const MAX_LABEL_LENGTH = 120;

/** The filters of the list of sessions and of its event stream. */
export const sessionFilterProperties = {
  workflowId: { type: 'string', format: 'uuid' },
  componentId: { type: 'string', format: 'uuid', description: 'Where the sessions started.' },
  parentId: { type: 'string', format: 'uuid', description: 'The session that started them.' },
  parentComponentId: {
    type: 'string',
    format: 'uuid',
    description: 'The component of that session which started them; with `parentId`.',
  },
  status: {
    type: 'array',
    items: { type: 'string', enum: [...SESSION_STATUSES] },
    description: 'May be repeated: sessions with any of these values.',
  },
  createdAfter: { type: 'string', format: 'date-time', description: 'Created at this time or later.' },
  createdBefore: { type: 'string', format: 'date-time', description: 'Created before this time.' },
  endedAfter: { type: 'string', format: 'date-time', description: 'Ended, by the last end, at this time or later.' },
  endedBefore: { type: 'string', format: 'date-time', description: 'Ended, by the last end, before this time.' },
  startsAfter: { type: 'string', format: 'date-time', description: 'Delayed to this time or later.' },
  startsBefore: { type: 'string', format: 'date-time', description: 'Delayed to a time before this one.' },
  waitingFor: {
    type: 'string',
    enum: [...WAITING_FOR],
    description: 'QUEUED and WAITING sessions that wait for this, as `waitingFor` of a session.',
  },
  mode: { type: 'string', enum: [...SESSION_MODES] },
  trigger: { type: 'string', enum: [...SESSION_TRIGGERS] },
  label: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_LABEL_LENGTH,
    description: 'Whose label begins with this text, as it is written.',
  },
  text: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_TEXT_LENGTH,
    description:
      "Text to find, ignoring case, in the session's id and label, its error's code, message or errorId, its " +
      "placeholder values (up to 8 KiB; sensitive ones are masked), or its workflow's name. A whole session id, " +
      'idempotency key or id of a delivery is found immediately, however old the ' +
      'session is, and a key of flow control while its sessions wait for a place or have one.',
  },
} as const;

/** The filters of lists and of bulk operations. The event stream of a list lacks the last one. */
export const listFilterProperties = {
  ...sessionFilterProperties,
  fingerprint: {
    type: 'string',
    pattern: '^[0-9a-f]{32}$',
    description:
      'Failed sessions of one group of `GET /v1/failures`. A session that was retried and succeeded is no longer one.',
  },
} as const;

/** The query parameters of these filters. */
interface SentSessionFilter extends Omit<SessionFilter, keyof typeof TIMES> {
  createdAfter?: string;
  createdBefore?: string;
  endedAfter?: string;
  endedBefore?: string;
  startsAfter?: string;
  startsBefore?: string;
}

/** The times of the store's filter, as callers name them. */
const TIMES = {
  from: 'createdAfter',
  to: 'createdBefore',
  endedFrom: 'endedAfter',
  endedTo: 'endedBefore',
  startsFrom: 'startsAfter',
  startsTo: 'startsBefore',
} as const;

/**
 * Returns the filters in the store's form.
 * @throws ApiError INVALID_REQUEST that names the value
 */
export function readSessionFilter(sent: SentSessionFilter): SessionFilter {
  const names = new Set<string>(Object.values(TIMES));
  const otherFilters = Object.entries(sent).filter(([name]) => !names.has(name));
  const times = Object.entries(TIMES).flatMap(([key, name]) => {
    const text = sent[name];
    return text === undefined ? [] : [[key, readTime(name, text)] as const];
  });
  return Object.fromEntries([...otherFilters, ...times]);
}

/** Limits the filter to the workflows to which the caller is restricted, if any. */
export function keepToWorkflows(filter: SessionFilter, only: readonly string[] | null): SessionFilter {
  if (only === null) return filter;
  const { workflowId, ...otherFilters } = filter;
  const workflowIds = only.filter((id) => workflowId === undefined || id === workflowId.toLowerCase());
  return { ...otherFilters, workflowIds };
}

/** Parses a time. RFC 3339 allows second 60, which `Date` does not. */
function readTime(name: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalidRequest([`${name} must be a time such as 2026-01-31T10:20:30Z`]);
  return time;
}

export const listSessions = defineRoute({
  method: 'GET',
  path: '/v1/sessions',
  summary: 'List sessions, newest first',
  description:
    'A page examines a bounded number of sessions and has at most about 8 MiB. So a page with fewer than `limit` ' +
    'items, or none, may have a `nextCursor`; only a missing one means that there are no older sessions.',
  security: { kind: 'caller', scope: 'read', forBoundKeys: true },
  query: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...listFilterProperties,
      ...pageQuery,
    },
  },
  responses: { 200: { description: 'A page of sessions.', schema: sessionListSchema } },
  async handler(context, { query }, caller) {
    const { limit = DEFAULT_PAGE, cursor, ...filter } = query;
    const json = await readSessionPage(context.store.sessions.queries, {
      organizationId: caller.organizationId,
      filter: keepToWorkflows(readSessionFilter(filter), workflowsOf(caller)),
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    return { status: 200, json };
  },
});
