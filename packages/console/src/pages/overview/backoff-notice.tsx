import { Alert } from '@mantine/core';
import type { Schemas } from '@workflow/api-types';
import { plural } from '../../ui/plural.ts';
import { Ago } from '../../ui/time.tsx';
import { formatTimeOfDay } from '../../ui/format-time.ts';

type Backoff = Schemas['Backoff'];

/** Names of background tasks. */
const WORK = {
  events: 'Recording events for event hooks',
  deliveries: 'Sending events to event hooks',
  failures: 'Starting workflows when others fail',
  operations: 'Bulk operations',
  trees: 'Cancelling child sessions of a cancelled or failed session',
  deletions: 'Deleting sessions',
  retention: 'Deleting and exporting old sessions',
  storage: 'Counting stored bytes',
  reconcile: 'Checking the queue for lost sessions',
  hold: 'Pausing sessions',
  move: 'Moving sessions to another executor pool',
  admit: 'Starting sessions that were on hold',
  enqueue: 'Starting queued sessions',
  rescue: 'Continuing sessions of an executor that stopped',
  depths: 'Counting waiting and running sessions',
  schedules: 'Starting schedules',
} satisfies Record<Backoff['work'], string>;

/** Shows which background work of the organization fails and pauses. Nothing while none does. */
export function BackoffNotice({ backoffs }: { backoffs: Backoff[] }) {
  if (backoffs.length === 0) return null;
  return (
    <Alert color="red" variant="light" title="Some background tasks fail and are delayed" role="status">
      <ul>
        {backoffs.map(({ work, since, failures, nextTryAt }) => (
          <li key={work}>
            {WORK[work]}: failed {plural(failures, { one: 'once', other: `${failures} times` })}, first{' '}
            <Ago time={since} />. Next attempt at {formatTimeOfDay(nextTryAt)}.
          </li>
        ))}
      </ul>
      The cause is in the log of the executors. Ask the operator of this service.
    </Alert>
  );
}
