import type { Flow, Gather, OnLimit, Priority } from '@workflow/workflow-model';

const atTheLimit: Readonly<Record<OnLimit, string>> = {
  queue: 'others wait',
  skip: 'others are skipped: they end as cancelled without running',
  'cancel-older': 'another one cancels the oldest of them',
  fail: 'others fail without running',
};

const whatPriorityDoes: Readonly<Record<Priority, string>> = {
  high: 'Waiting sessions start before those of workflows with normal and low priority.',
  normal: 'Waiting sessions start after those of workflows with high priority and before those with low.',
  low: 'Waiting sessions start after those with high and normal priority. One start in ten is kept for them.',
};

const whatItHas = {
  all: 'has all of them as the placeholder “gathered”',
  last: 'has the values of the last one',
};

/** The service's default, for a workflow that sets none. */
export const DEFAULT_MAX_ITEMS = 100;

export const texts = {
  flowControl: 'Flow control',
  whatFlowControlIs:
    'How many sessions of this workflow run at once, and which start first. The rules apply to production, from the ' +
    'next version that you publish.',
  nothingIsLimited: 'Nothing is limited: each session starts as soon as an executor has a free slot. Switch on a rule.',
  otherProblems: 'Problems',
  keyDescription: 'An expression, such as customer.id. Left empty, all sessions of the workflow count together.',

  limitSessions: 'Limit sessions at once',
  whatALimitIsFor: 'Protects a system that the workflow calls, or one customer, from too many sessions at once.',
  limitSentence: ({ limit, key, onLimit = 'queue' }: Partial<NonNullable<Flow['concurrency']>>) =>
    `At most ${limit === 1 ? '1 session' : `${shownNumber(limit)} sessions`} ${per(key)} ` +
    `${limit === 1 ? 'runs' : 'run'} at once; ${atTheLimit[onLimit]}.`,
  limit: 'Sessions at once',
  limitKey: 'Counted per',
  onLimit: 'At the limit',
  mustWait: 'must be “Wait” while the order is kept or requests are gathered',
  onLimitNames: {
    queue: 'Wait',
    skip: 'Skip the new one',
    'cancel-older': 'Cancel the oldest',
    fail: 'Fail the new one',
  } satisfies Record<OnLimit, string>,

  keepTheOrder: 'Keep the order',
  whatAnOrderIsFor: 'So that a later event never overtakes an earlier one.',
  orderSentence: (key: string | undefined) =>
    `Sessions ${per(key)} run one at a time, in the order in which they were accepted. ` +
    'A failed one lets the next one start.',
  orderKey: 'In order per',

  gatherRequests: 'Gather requests',
  whatGatheringIsFor: 'So that a burst of events becomes one session.',
  gatherSentence: (gather: Partial<Gather>) => {
    const { key, quietSeconds, maxSeconds, maxItems = DEFAULT_MAX_ITEMS, deliver = 'last' } = gather;
    const items = maxItems === 1 ? '1 request' : `${maxItems.toLocaleString()} requests`;
    const latest = `at the latest after ${seconds(maxSeconds)} or with ${items}`;
    return (
      `Requests ${per(key)} become one session. It starts when none came for ${seconds(quietSeconds)}, ${latest}, ` +
      `and ${whatItHas[deliver]}.`
    );
  },
  gatherKey: 'Gathered per',
  quietSeconds: 'Quiet for (seconds)',
  maxSeconds: 'At the latest after (seconds)',
  maxItems: 'At the latest with (requests)',
  deliver: 'Runs with',
  deliverNames: { last: 'The values of the last request', all: 'All requests, as a list' },

  priority: 'Priority',
  noPriority: 'Normal; high while somebody waits for the answer',
  priorityNames: { high: 'High', normal: 'Normal', low: 'Low' } satisfies Record<Priority, string>,
  prioritySentence: (priority: Priority | undefined) =>
    priority === undefined
      ? 'Waiting sessions have normal priority, or high priority while somebody waits for the answer.'
      : whatPriorityDoes[priority],
};

function per(key: string | undefined): string {
  return key === undefined || key === '' ? 'of this workflow' : `per ${key}`;
}

function shownNumber(value: number | undefined): string {
  return value === undefined ? '…' : value.toLocaleString();
}

function seconds(value: number | undefined): string {
  return value === 1 ? '1 second' : `${shownNumber(value)} seconds`;
}
