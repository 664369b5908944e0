import type { Session } from '../api/types.ts';

type WaitingFor = NonNullable<Session['waitingFor']>;

/** What a session waits for: in a list, and on its page. */
export const waits: Readonly<Record<WaitingFor, { short: string; long: string }>> = {
  executor: {
    short: 'Waits for an executor',
    long: 'It starts as soon as an executor has a free slot.',
  },
  concurrency: {
    short: 'Waits for the limit of the workflow',
    long: 'As many sessions of its key run as the workflow lets run at once. It starts when one of them ends.',
  },
  order: {
    short: 'Waits for its turn in the order',
    long: 'The workflow runs the sessions of a key one at a time, and an earlier one has not ended.',
  },
  gather: {
    short: 'Gathers requests',
    long: 'It gathers further requests of its key before it starts.',
  },
  pause: {
    short: 'Waits until the pause is over',
    long: 'The workflow or the organization is paused. It starts when that is resumed.',
  },
  throttle: {
    short: 'Waits for its turn to call',
    long: 'Calls of this key or host are throttled. It continues at its turn, and takes no slot until then.',
  },
  quota: {
    short: 'Waits for the limit of the organization',
    long: 'The organization runs as many sessions as it may at once. It starts when one of them ends.',
  },
  delay: {
    short: 'Waits for a delay or a retry',
    long: 'It continues when a delay, or the pause before another try, is over.',
  },
  children: {
    short: 'Waits for started sessions',
    long: 'Sessions that it started have not ended.',
  },
};

export const texts = {
  /** What the links beside it lead to. */
  flowControl: 'Show the rule',
  activity: 'Show the workflow',
  throttles: 'Show the throttles',
  limits: 'Show the limits',
  overview: 'Show the load',
};
