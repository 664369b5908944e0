import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { componentHref } from '../../editor/dialogs.ts';
import type { Session } from '../../api/types.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { FailureNotice } from '../../features/sessions/failure-notice.tsx';
import { nameInDefinition, ranDefinitionQuery } from './ran-definition.ts';
import { LoadedRunGraph } from './loaded-run-graph.tsx';
import { MissingSession } from './missing-session.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionValues } from './session-values.tsx';
import classes from './session-page.module.css';
import { lastStepKey, wholeSteps } from './step-key.ts';
import { StepTimeline } from './step-timeline.tsx';
import { useLiveSession } from '../../features/sessions/use-live-session.ts';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { WayBack } from '../../features/sessions/way-back.tsx';

export function SessionPage() {
  const { sessionId } = useParams() as { sessionId: string };
  const { session, steps, isMissing } = useLiveSession(sessionId);
  if (isMissing) return <MissingSession />;
  if (session.isError) return <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />;
  if (!session.data) return <PageLoader />;
  return <LoadedSession key={sessionId} session={session.data} steps={steps.data ?? []} />;
}

function LoadedSession({
  session,
  steps: allSteps,
}: {
  session: Session;
  steps: NonNullable<ReturnType<typeof useLiveSession>['steps']['data']>;
}) {
  const steps = useMemo(() => wholeSteps(allSteps), [allSteps]);
  const nameOf = useWorkflowNames([session.workflowId]);
  const definition = useQuery(ranDefinitionQuery(session));
  // Until a step is chosen, the failed one is open.
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const failedAt = session.error?.componentId ?? null;
  const open = chosen === undefined ? lastStepKey(steps, failedAt) : chosen;
  const nameOfComponent = (id: string) => (definition.isPending ? '…' : nameInDefinition(definition.data, id));

  function showStep(componentId: string) {
    const key = lastStepKey(steps, componentId);
    if (key === null) return;
    setChosen(key);
    document.querySelector(`[data-step="${key}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Page
      above={<WayBack />}
      title={nameOf(session.workflowId)}
      aside={<StatusBadge status={session.status} />}
      actions={
        <SessionActions session={session} steps={steps} definition={definition.data ?? null} nameOf={nameOfComponent} />
      }
    >
      <div className={classes.id}>
        {session.label !== null && <strong className={classes.label}>{session.label}</strong>}
        Session <code>{session.id}</code>
        <CopyButton value={session.id} label="Copy the session ID" />
      </div>
      {session.error && (
        <div className={classes.block}>
          <FailureNotice
            error={session.error}
            {...(failedAt === null
              ? {}
              : {
                  step: {
                    name: nameOfComponent(failedAt),
                    onShow: () => showStep(failedAt),
                    editHref: componentHref(session.workflowId, failedAt),
                  },
                })}
          />
        </div>
      )}
      <div className={classes.block}>
        <SessionFacts session={session} steps={steps} nameOf={nameOfComponent} />
      </div>
      {definition.data && (
        <div className={classes.block}>
          <Panel title="Execution" flush>
            <LoadedRunGraph
              definition={definition.data}
              steps={steps}
              session={session}
              failedAt={failedAt}
              onChoose={showStep}
            />
          </Panel>
        </div>
      )}
      {definition.isError && (
        <Alert color="gray">The definition that ran is no longer available: {definition.error.message}</Alert>
      )}
      <div className={classes.block}>
        <Panel title="Steps" flush>
          <StepTimeline
            session={session}
            steps={steps}
            nameOf={nameOfComponent}
            chosen={open}
            onChoose={setChosen}
            parts={allSteps}
          />
        </Panel>
      </div>
      <SessionValues session={session} nameOf={nameOfComponent} />
    </Page>
  );
}
