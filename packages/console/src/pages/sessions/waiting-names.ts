import type { Session } from '../../api/types.ts';
import type { TimedWait } from '../../features/sessions/next-try.ts';
import type { MissingExecutor } from '../../features/sessions/use-no-executor.ts';
import { formatDateTime } from '../../ui/format-time.ts';

type WaitingFor = NonNullable<Session['waitingFor']>;

/** Names of the reasons for waiting: in a list, and on the session's page. */
export const waits: Readonly<Record<WaitingFor, { short: string; long: string }>> = {
  executor: {
    short: 'Waiting for an executor',
    long: 'The session starts as soon as an executor has a free slot.',
  },
  concurrency: {
    short: 'Waiting: concurrency limit reached',
    long: 'The session starts when one of the running sessions with its key ends.',
  },
  order: {
    short: 'Waiting for its turn',
    long: 'The workflow runs sessions with the same key in order. An earlier session has not ended.',
  },
  gather: {
    short: 'Gathering requests',
    long: 'The session waits for further requests with its key before it starts.',
  },
  pause: {
    short: 'Waiting: paused',
    long: 'The workflow or the organization is paused. The session starts when it is resumed.',
  },
  throttle: {
    short: 'Waiting: calls are throttled',
    long: 'Calls to this host or with this key are throttled. The session uses no slot until it continues.',
  },
  quota: {
    short: 'Waiting: limit of the organization reached',
    long: 'The session starts when another session of the organization ends.',
  },
  delay: {
    short: 'Waiting for a delay or a retry',
    long: 'The session continues after a delay or with the next attempt.',
  },
  children: {
    short: 'Waiting for started sessions',
    long: 'The sessions that it started have not ended yet.',
  },
  callback: {
    short: 'Waiting for a callback',
    long: 'The session continues when its callback URL is called or its timeout is reached.',
  },
  approval: {
    short: 'Waiting for an approval',
    long: 'The session continues when someone decides or its timeout is reached.',
  },
};

/** Returns the texts that are shown in place of the reason `delay` when it is known when the session continues. */
export function timedWait({ componentId, until, isRetry }: TimedWait, nameOf: (componentId: string) => string) {
  const [name, time] = [nameOf(componentId), formatDateTime(until)];
  return isRetry
    ? { short: 'Waiting for the next attempt', long: `${name} failed. Its next attempt begins on ${time}.` }
    : { short: 'Waiting for a delay', long: `${name} continues on ${time}.` };
}

/** Returns the texts that are shown in place of the reason `executor` while no executor runs at all, or in the pool. */
export function noExecutor(missing: MissingExecutor): { short: string; long: string } {
  const { pool } = missing;
  return {
    short: pool === null ? 'No executor is running' : `No executor of the pool ${pool} is running`,
    long: 'The session starts when the operator of this service starts an executor.',
  };
}
