import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { DEFAULT_POOL, isTerminal } from '@workflow/workflow-model';
import { cancelSession, useSessionAction } from '../../../api/queries/sessions.ts';
import { useNoExecutor } from '../../../features/sessions/use-no-executor.ts';
import { FailureMessage } from '../../../features/sessions/failure-message.tsx';
import { useLiveSession } from '../../../features/sessions/use-live-session.ts';
import { useLinkOrigin } from '../../../features/sessions/way-back.tsx';
import { durationBetween, formatDuration } from '../../../ui/format-time.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useNow } from '../../../ui/time.tsx';
import { failureInWords } from '../../../editor/draft/problem-words.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { lastStepsOf } from '../../../editor/live-run.ts';
import { sampleValuesQuery } from '../../../editor/values/sample-values.ts';
import classes from './live-run-bar.module.css';

/** Follows the TEST session that was started here and shows its status. */
export function LiveRunBar() {
  const { liveRun } = useEditor();
  const sessionId = usePicked(liveRun, (run) => run?.sessionId ?? null);
  return sessionId && <FollowedRun key={sessionId} sessionId={sessionId} />;
}

function FollowedRun({ sessionId }: { sessionId: string }) {
  const { workflowId, liveRun } = useEditor();
  const queryClient = useQueryClient();
  const linkOrigin = useLinkOrigin();
  const { session, steps } = useLiveSession(sessionId);
  const cancel = useSessionAction(sessionId, () => cancelSession(sessionId));
  const now = useNow();

  useEffect(() => {
    const previous = liveRun.get();
    if (previous?.sessionId !== sessionId) return;
    liveRun.set({
      sessionId,
      session: session.data ?? null,
      lastSteps: lastStepsOf(steps.data ?? [], previous.lastSteps),
    });
  }, [liveRun, sessionId, session.data, steps.data]);

  const data = session.data;
  const failedAt = data?.error?.componentId;
  const failed = useDraft(({ draft }) => draft.components.find(({ id }) => id === failedAt));
  const failure = data?.error && failureInWords(data.error.message, failed);
  const hasEnded = data !== undefined && isTerminal(data.status);
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: sampleValuesQuery(workflowId).queryKey });
  }, [queryClient, workflowId, hasEnded]);
  const hasNoExecutor = useNoExecutor(data?.waitingFor === 'executor', data?.pool ?? DEFAULT_POOL) !== null;
  const took = data ? durationBetween(data.createdAt, data.finishedAt, now) : null;
  return (
    <div className={classes.bar} role="status" aria-label="Test run">
      <StatusBadge status={data?.status ?? 'QUEUED'} />
      <span className={classes.text} title={failure ?? undefined}>
        {failure && <FailureMessage message={failure} />}
        {!failure && (hasNoExecutor ? 'No executor is running' : took === null ? '' : formatDuration(took))}
      </span>
      {data && !isTerminal(data.status) && (
        <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel
        </Button>
      )}
      <Anchor
        component={Link}
        className={classes.link ?? ''}
        to={`/sessions/${sessionId}`}
        state={linkOrigin}
        size="sm"
      >
        Open session
      </Anchor>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Close the run" onClick={() => liveRun.set(null)}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  );
}
