import { isUuid, type SessionStatus, type SessionView } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { findSession, findSessionWithoutValues } from './find-session.ts';
import { findByFingerprint } from './read-failures.ts';
import { filterParameters, type OneStatusFilter, type SessionFilter } from './session-filter.ts';
import { readStates, type SessionState } from './read-states.ts';
import { findByKeys } from './find-by-keys.ts';
import { LAST_SCANNED, NAMED_PAGE, NAMED_STATES, PAGES, STATES, type PageRow, type Source } from './session-pages.ts';
import { toSessionView } from './session-view.ts';
import { FIRST_UUID, LAST_UUID } from '../ids/uuid-limits.ts';

const MAX_PAGE_BYTES = 8 * 1024 * 1024;

export interface SessionPage {
  items: SessionView[];
  nextCursor: string | null;
}

interface PageRange {
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /**
   * Maximum bytes of values. A page ends early if it has more, after at least one session; 8 MiB if left out. 0 returns
   * sessions without values.
   */
  maxBytes?: number;
}

/** Returns a page of the organization's sessions, newest first. */
export async function listSessions(
  sql: Sql,
  organizationId: string,
  filter: SessionFilter,
  range: PageRange,
): Promise<SessionPage> {
  const { fingerprint, ...otherFilters } = filter;
  if (fingerprint !== undefined) return listGroup(sql, organizationId, fingerprint, otherFilters, range);
  const filters = simpleFilters(filter);
  const pages: SessionPage[] = [];
  const share = { ...range, maxBytes: Math.floor((range.maxBytes ?? MAX_PAGE_BYTES) / filters.length) };
  for (const one of filters) pages.push(await listPage(sql, organizationId, one, share));
  if (filters.length === 0) return { items: [], nextCursor: null };
  return pages.length === 1 ? (pages[0] as SessionPage) : mergePages(pages, range.limit);
}

/** The statuses of sessions that wait for something. */
const WAITING: readonly SessionStatus[] = ['QUEUED', 'WAITING'];

/** Returns a page of the sessions that failed with a fingerprint and match the other filters. */
async function listGroup(
  sql: Sql,
  organizationId: string,
  fingerprint: string,
  { status = 'FAILED', workflowIds, ...filter }: Omit<SessionFilter, 'fingerprint'>,
  { limit, cursor = LAST_UUID, maxBytes = MAX_PAGE_BYTES }: PageRange,
): Promise<SessionPage> {
  if (![status].flat().includes('FAILED')) return { items: [], nextCursor: null };
  const { workflowId, mode } = filter;
  const only = workflowId === undefined ? workflowIds : [workflowId];
  const ofGroup = { ...(only !== undefined && { workflowIds: only }), ...(mode !== undefined && { mode }) };
  const parameters = filterParameters(organizationId, { ...filter, status: 'FAILED' }, cursor);
  const matches = await findByFingerprint(sql.query, organizationId, fingerprint, ofGroup, {
    below: parameters.below,
    limit,
  });
  const ids = plainArray(matches.ids);
  const page = pageOf(await sql.query(...NAMED_PAGE.with({ ...parameters, limit: limit + 1, maxBytes, ids })), limit);
  return { items: page.items, nextCursor: page.nextCursor ?? matches.last };
}

/** Returns filters with one status and one workflow each, which together match the same sessions as the filter. */
function simpleFilters({ status: sent, workflowIds, ...otherFilters }: SessionFilter): OneStatusFilter[] {
  const ofWorkflows: OneStatusFilter[] =
    workflowIds === undefined || otherFilters.workflowId !== undefined
      ? [otherFilters]
      : [...new Set(workflowIds)].map((workflowId) => ({ ...otherFilters, workflowId }));
  const status = sent ?? (otherFilters.waitingFor === undefined ? undefined : WAITING);
  if (status === undefined) return ofWorkflows;
  const statuses = [...new Set([status].flat())];
  return ofWorkflows.flatMap((one) => statuses.map((each) => ({ ...one, status: each })));
}

/** Merges several pages, up to the id to which all of them are complete. */
function mergePages(pages: readonly SessionPage[], limit: number): SessionPage {
  const complete = pages.reduce((least, { nextCursor }) => later(least, nextCursor ?? FIRST_UUID), FIRST_UUID);
  // A session whose status changed between two pages is in both.
  const byId = new Map(pages.flatMap(({ items }) => items).map((session) => [session.id, session]));
  const sorted = [...byId.values()].filter(({ id }) => id >= complete).sort((a, b) => (a.id < b.id ? 1 : -1));
  const items = sorted.slice(0, limit);
  if (sorted.length > limit) return { items, nextCursor: items.at(-1)?.id ?? null };
  return { items, nextCursor: complete === FIRST_UUID ? null : complete };
}

/** Returns the states of the newest matching sessions, newest first. */
export async function listStates(
  sql: Sql,
  organizationId: string,
  filter: SessionFilter,
  limit: number,
): Promise<SessionState[]> {
  const filters = simpleFilters(filter);
  const states: SessionState[] = [];
  for (const one of filters) {
    states.push(...(await listOwnStates(sql, organizationId, one, limit)));
  }
  return states.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
}

async function listOwnStates(
  sql: Sql,
  organizationId: string,
  filter: OneStatusFilter,
  limit: number,
): Promise<SessionState[]> {
  const named = await findNamed(sql, organizationId, filter, findSessionWithoutValues);
  if (named !== null) return readStates(sql, organizationId, [named.id]);
  const { text, ...otherFilters } = filter;
  const keyed = text === undefined ? [] : await findByKeys(sql, organizationId, text);
  return keyed.length === 0
    ? sql.query(...STATES[sourceFor(filter)].with({ ...filterParameters(organizationId, filter), limit }))
    : sql.query(
        ...NAMED_STATES.with({ ...filterParameters(organizationId, otherFilters), limit, ids: plainArray(keyed) }),
      );
}

async function listPage(
  sql: Sql,
  organizationId: string,
  filter: OneStatusFilter,
  { limit, cursor, maxBytes = MAX_PAGE_BYTES }: PageRange,
): Promise<SessionPage> {
  const named = await findNamed(sql, organizationId, filter, maxBytes === 0 ? findSessionWithoutValues : findSession);
  if (named !== null) return { items: cursor === undefined ? [named] : [], nextCursor: null };
  const { text, ...otherFilters } = filter;
  const keyed = text === undefined ? [] : await findByKeys(sql, organizationId, text);
  const source = sourceFor(filter);
  if (keyed.length > 0) {
    const parameters = { ...filterParameters(organizationId, otherFilters, cursor), limit: limit + 1, maxBytes };
    return pageOf(await sql.query(...NAMED_PAGE.with({ ...parameters, ids: plainArray(keyed) })), limit);
  }
  const parameters = { ...filterParameters(organizationId, filter, cursor), limit: limit + 1, maxBytes };
  const page = pageOf(await sql.query(...PAGES[source].with(parameters)), limit);
  if (page.nextCursor !== null || source === 'running' || !needsFiltering(source, filter)) return page;
  const [last] = await sql.query(...LAST_SCANNED[source].with({ ...parameters, label: filter.label ?? '' }));
  return { items: page.items, nextCursor: last?.id ?? null };
}

/** Returns a page. The cursor is null if all matches are on it. */
function pageOf(rows: readonly PageRow[], limit: number): SessionPage {
  const items = rows.slice(0, limit).map(({ matched: _matched, ...row }) => toSessionView(row));
  return { items, nextCursor: (rows[0]?.matched ?? 0) > items.length ? (items.at(-1)?.id ?? null) : null };
}

/** Finds the session whose id is the text, if it matches the other filters, however old it is. */
async function findNamed(
  sql: Sql,
  organizationId: string,
  { text, ...filter }: OneStatusFilter,
  find: typeof findSession,
): Promise<SessionView | null> {
  if (text === undefined || !isUuid(text)) return null;
  const session = await find(sql, organizationId, text);
  return session !== null && fits(session, filter) ? session : null;
}

function fits(
  session: SessionView,
  { parentComponentId, from, to, endedFrom, endedTo, startsFrom, startsTo, label, ...filter }: OneStatusFilter,
): boolean {
  return (
    // A filter by id needs no filter by starter.
    parentComponentId === undefined &&
    isBetween(session.createdAt, from, to) &&
    isBetween(session.finishedAt, endedFrom, endedTo) &&
    isBetween(session.startsAt, startsFrom, startsTo) &&
    (label === undefined || session.label?.startsWith(label) === true) &&
    (['workflowId', 'componentId', 'parentId', 'status', 'mode', 'trigger', 'waitingFor'] as const).every(
      (key) => filter[key] === undefined || filter[key] === session[key],
    )
  );
}

/** Returns true if a time is at `from` or later and before `to`. A missing bound does not limit it. */
function isBetween(time: string | null, from: Date | undefined, to: Date | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (time === null) return false;
  const at = new Date(time);
  return (from === undefined || at >= from) && (to === undefined || at < to);
}

/** Returns the source with the fewest candidates that do not match. `running` searches only the sessions in flight. */
function sourceFor(filter: OneStatusFilter): Source | 'running' {
  if (filter.parentId !== undefined) return 'parent';
  if (filter.status === 'RUNNING') return 'running';
  if (filter.status === 'QUEUED') return 'backlog';
  if (filter.label !== undefined) return 'label';
  if (filter.status !== undefined && filter.status !== 'SUCCEEDED') return 'rareStatus';
  if (filter.workflowId !== undefined) return 'workflow';
  return filter.mode === 'TEST' ? 'test' : 'organization';
}

/** Returns true if candidates of the source may not match. If all match, a short page is the last one. */
function needsFiltering(source: Source, filter: OneStatusFilter): boolean {
  return (
    // A caller may name a workflow or a parent of another organization.
    source === 'workflow' ||
    source === 'parent' ||
    // This source examines a limited number of the labelled sessions.
    source === 'label' ||
    FILTERED.some((key) => filter[key] !== undefined) ||
    (filter.mode !== undefined && source !== 'test') ||
    filter.workflowId !== undefined ||
    (filter.status !== undefined && source !== 'rareStatus')
  );
}

/** The conditions that no source implements. */
const FILTERED = [
  'componentId',
  'trigger',
  'text',
  'label',
  'endedFrom',
  'endedTo',
  'startsFrom',
  'startsTo',
  'waitingFor',
] as const;

function later(a: string, b: string): string {
  return a < b ? b : a;
}
