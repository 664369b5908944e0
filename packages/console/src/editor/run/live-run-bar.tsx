import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { cancelSession, useSessionAction } from '../../api/queries/sessions.ts';
import { isTerminal, useLiveSession } from '../../sessions/use-live-session.ts';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/time.tsx';
import { useEditor } from '../editor-context.ts';
import { usePicked } from '../value-store.ts';
import { lastStepsOf } from './live-run.ts';
import classes from './live-run-bar.module.css';

/** Follows the TEST session that was started here, and says how it goes. */
export function LiveRunBar() {
  const { liveRun } = useEditor();
  const sessionId = usePicked(liveRun, (run) => run?.sessionId ?? null);
  return sessionId && <FollowedRun key={sessionId} sessionId={sessionId} />;
}

function FollowedRun({ sessionId }: { sessionId: string }) {
  const { liveRun } = useEditor();
  const { session, steps } = useLiveSession(sessionId);
  const cancel = useSessionAction(sessionId, () => cancelSession(sessionId));
  const now = useNow();

  useEffect(() => {
    const previous = liveRun.get();
    if (previous?.sessionId !== sessionId) return;
    liveRun.set({ sessionId, session: session.data ?? null, lastSteps: lastStepsOf(steps.data ?? [], previous.lastSteps) });
  }, [liveRun, sessionId, session.data, steps.data]);

  const data = session.data;
  const took = data ? durationBetween(data.createdAt, data.finishedAt, now) : null;
  return (
    <div className={classes.bar} role="status" aria-label="Test run">
      <StatusBadge status={data?.status ?? 'QUEUED'} />
      <span className={classes.text}>{data?.error ? data.error.message : took === null ? '' : formatDuration(took)}</span>
      {data && !isTerminal(data) && (
        <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel
        </Button>
      )}
      <Anchor component={Link} to={`/sessions/${sessionId}`} size="sm">
        Open session
      </Anchor>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Stop showing the run" onClick={() => liveRun.set(null)}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  );
}
