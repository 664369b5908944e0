import { Alert, Button } from '@mantine/core';
import { startSession, useSessionAction } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/time.tsx';
import { startsIn } from './starts-in.ts';
import classes from './delay-notice.module.css';

/** Shows when a delayed session starts, and starts it now. */
export function DelayNotice({ session }: { session: Session }) {
  const now = useNow();
  const start = useSessionAction(session.id, () => startSession(session.id));
  return (
    <Alert color="yellow" variant="light" title={startsIn(session.startsAt, now)} role="status" p="sm">
      <div className={classes.row}>
        <span>
          {session.startsAt !== null && `The caller delayed the start until ${formatDateTime(session.startsAt)}.`}
        </span>
        <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate(undefined)}>
          Start now
        </Button>
      </div>
    </Alert>
  );
}
