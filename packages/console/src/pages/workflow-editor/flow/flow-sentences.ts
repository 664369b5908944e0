import type { Flow, Gather, OnLimit, Priority } from '@workflow/workflow-model';
import { plural } from '../../../ui/plural.ts';
import { formatNumber } from '../../../ui/format-number.ts';

const AT_THE_LIMIT: Readonly<Record<OnLimit, string>> = {
  queue: 'further sessions wait',
  skip: 'further sessions are skipped: they end as cancelled without running',
  'cancel-older': 'a further session cancels the oldest one',
  fail: 'further sessions fail without running',
};

const WHAT_PRIORITY_DOES: Readonly<Record<Priority, string>> = {
  high: 'Waiting sessions start before those of workflows with normal and low priority.',
  normal: 'Waiting sessions start after those of workflows with high priority and before those with low.',
  low:
    'Waiting sessions start after those with high and normal priority. ' +
    'One in ten starts is reserved for sessions with low priority.',
};

const WHAT_IT_HAS = {
  all: 'gets all requests in the placeholder “gathered”',
  last: 'gets the values of the last request',
};

/** The service's default, for a workflow that sets none. */
export const DEFAULT_MAX_ITEMS = 100;

/** Describes the rule in a sentence for the author. */
export function limitSentence({ limit, key, onLimit = 'queue' }: Partial<NonNullable<Flow['concurrency']>>): string {
  return (
    `At most ${counted(limit, 'session', 'sessions')} ${scope(key)} ` +
    `${limit === undefined ? 'run' : plural(limit, { one: 'runs', other: 'run' })} at the same time; ` +
    `${AT_THE_LIMIT[onLimit]}.`
  );
}

export function orderSentence(key: string | undefined): string {
  return (
    `Sessions ${scope(key)} run one at a time, in the order in which they were accepted. ` +
    'If one fails, the next one starts.'
  );
}

export function gatherSentence(gather: Partial<Gather>): string {
  const { key, quietSeconds, maxSeconds, maxItems = DEFAULT_MAX_ITEMS, deliver = 'last' } = gather;
  const latest = `or after ${seconds(maxSeconds)} or ${counted(maxItems, 'request', 'requests')}`;
  return (
    `Requests ${scope(key)} become one session. ` +
    `It starts after ${seconds(quietSeconds)} without a new request, ${latest}, and ${WHAT_IT_HAS[deliver]}.`
  );
}

export function prioritySentence(priority: Priority | undefined): string {
  return priority === undefined
    ? 'Normal, or high while a caller waits for the response.'
    : WHAT_PRIORITY_DOES[priority];
}

function scope(key: string | undefined): string {
  return key === undefined || key === '' ? 'of this workflow' : `with the same ${key}`;
}

function seconds(value: number | undefined): string {
  return counted(value, 'second', 'seconds');
}

/** `1 session`, `5 sessions`, and `… sessions` while the number is not typed yet. */
function counted(value: number | undefined, one: string, other: string): string {
  return value === undefined ? `… ${other}` : `${formatNumber(value)} ${plural(value, { one, other })}`;
}
