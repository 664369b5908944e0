import { setImmediate as nextSlice } from 'node:timers/promises';
import type { Sql } from '../postgres/sql.ts';
import { readFailures, type FailedSession, type FailureFilter } from './read-failures.ts';
import { LAST_UUID } from '../ids/uuid-limits.ts';

/** Maximum number of failures that are grouped, the newest ones. */
const MAX_GROUPED_FAILURES = 100_000;
/** Maximum number of groups. Failures of further groups, which are older, are ignored. */
const MAX_GROUPS = 10_000;
const MAX_LATEST = 5;
/** Sections of the time of a group, for a small chart. */
const PARTS = 24;

/** The filter of a list of groups. `since` is a time in ISO 8601. */
export type FailureGroupsQuestion = Omit<FailureFilter, 'since'> & { since?: string };

/** Failures with one fingerprint. */
export interface FailureGroup {
  fingerprint: string;
  workflowId: string;
  componentId: string | null;
  code: string;
  /** The message without ids, numbers, quoted texts and addresses. */
  message: string;
  count: number;
  firstAt: string;
  lastAt: string;
  /** Newest first, at most five. */
  latestSessionIds: string[];
  /** The number of failures in 24 equal sections of the time from `firstAt` to `lastAt`. */
  histogram: number[];
}

interface OpenGroup extends Omit<FailureGroup, 'firstAt' | 'lastAt' | 'latestSessionIds' | 'histogram'> {
  times: number[];
  latest: { id: string; at: number }[];
}

/**
 * Groups the newest 100,000 matching failures of an organization. Returns the groups, the one with the latest failure
 * first. Reads them in small statements, between which other code runs.
 */
export async function groupFailures(sql: Sql, organizationId: string, filter: FailureFilter): Promise<FailureGroup[]> {
  const groups = new Map<string, OpenGroup>();
  let examined = 0;
  for (let below: string | null = LAST_UUID; below !== null && examined < MAX_GROUPED_FAILURES;) {
    const page = await readFailures(sql.query, organizationId, filter, below);
    for (const failure of page.failures) addTo(groups, failure);
    examined += page.examined;
    below = page.last;
    await nextSlice();
  }
  return [...groups.values()].map(closed).toSorted(compareGroups);
}

/** Compares groups by the time of their latest failure, newest first. */
function compareGroups(
  a: Pick<FailureGroup, 'lastAt' | 'fingerprint'>,
  b: Pick<FailureGroup, 'lastAt' | 'fingerprint'>,
): number {
  const [key, otherKey] = [a.lastAt + a.fingerprint, b.lastAt + b.fingerprint];
  if (key === otherKey) return 0;
  return key < otherKey ? 1 : -1;
}

function addTo(groups: Map<string, OpenGroup>, { id, failedAt, ...failure }: FailedSession): void {
  const at = failedAt.getTime();
  const group = groups.get(failure.fingerprint);
  if (group === undefined) {
    if (groups.size < MAX_GROUPS)
      groups.set(failure.fingerprint, { ...failure, count: 1, times: [at], latest: [{ id, at }] });
    return;
  }
  group.count += 1;
  group.times.push(at);
  if (group.latest.length === MAX_LATEST && group.latest.at(-1)!.at >= at) return;
  group.latest = [...group.latest, { id, at }].toSorted((a, b) => b.at - a.at).slice(0, MAX_LATEST);
}

function closed({ times, latest, ...group }: OpenGroup): FailureGroup {
  const first = times.reduce((least, at) => Math.min(least, at));
  const last = times.reduce((most, at) => Math.max(most, at));
  const histogram = Array.from({ length: PARTS }, () => 0);
  for (const at of times)
    histogram[last === first ? PARTS - 1 : Math.min(PARTS - 1, Math.floor((PARTS * (at - first)) / (last - first)))]! +=
      1;
  return {
    ...group,
    firstAt: new Date(first).toISOString(),
    lastAt: new Date(last).toISOString(),
    latestSessionIds: latest.map(({ id }) => id),
    histogram,
  };
}
