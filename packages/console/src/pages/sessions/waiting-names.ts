import type { Session } from '../../api/types.ts';

type WaitingFor = NonNullable<Session['waitingFor']>;

/** What a session waits for: in a list, and on its page. */
export const waits: Readonly<Record<WaitingFor, { short: string; long: string }>> = {
  executor: {
    short: 'Waits for an executor',
    long: 'It starts as soon as an executor has a free slot.',
  },
  concurrency: {
    short: 'Waits for the limit of the workflow',
    long: "The workflow's limit of concurrent sessions with this key is reached. It starts when one of them ends.",
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
    long: 'The workflow or the organization is paused. The session starts after the resume.',
  },
  throttle: {
    short: 'Waits for its turn to call',
    long: 'Calls of this key or host are throttled. It continues at its turn, and takes no slot until then.',
  },
  quota: {
    short: 'Waits for the limit of the organization',
    long: "The organization's limit of concurrent sessions is reached. It starts when one of them ends.",
  },
  delay: {
    short: 'Waits for a delay or a retry',
    long: 'It continues when a delay, or the pause before another try, is over.',
  },
  children: {
    short: 'Waits for started sessions',
    long: 'Sessions that it started have not ended.',
  },
  callback: {
    short: 'Waits for a callback',
    long: 'It continues when the address that it gave away is called, or when the time for that is up.',
  },
  approval: {
    short: 'Waits for an approval',
    long: 'It continues when somebody decides, or when the time for that is up.',
  },
};
