import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { hasStatus } from '../api/api-error.ts';
import type { Session } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { Page } from '../ui/page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { ranDefinitionQuery } from './ran-definition.ts';
import { SessionActions } from './session-actions.tsx';
import { SessionFacts } from './session-facts.tsx';
import classes from './session-page.module.css';
import { StepTimeline } from './step-timeline.tsx';
import { useLiveSession } from './use-live-session.ts';
import { useWorkflowNames } from './use-workflow-names.ts';

const RunGraph = lazy(async () => ({ default: (await import('./run-graph.tsx')).RunGraph }));

export function SessionPage() {
  const { sessionId } = useParams() as { sessionId: string };
  const { session, steps } = useLiveSession(sessionId);
  if (hasStatus(session.error, 404) || hasStatus(session.error, 400)) {
    return (
      <EmptyState title="There is no such session" text="The id may be mistyped, or belong to another organization.">
        <Link to="/sessions">To the sessions</Link>
      </EmptyState>
    );
  }
  if (session.isError) return <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />;
  if (!session.data) return <PageLoader />;
  return <LoadedSession key={sessionId} session={session.data} steps={steps.data ?? []} />;
}

function LoadedSession({ session, steps }: { session: Session; steps: NonNullable<ReturnType<typeof useLiveSession>['steps']['data']> }) {
  const nameOf = useWorkflowNames([session.workflowId]);
  const definition = useQuery(ranDefinitionQuery(session));
  const [chosen, setChosen] = useState<string | null>(null);
  const nameOfComponent = (id: string) => {
    const component = definition.data?.components.find((one) => one.id === id);
    return component?.name ?? component?.type ?? `${id.slice(0, 8)}…`;
  };

  return (
    <Page title={nameOf(session.workflowId)} aside={<StatusBadge status={session.status} />} actions={<SessionActions session={session} definition={definition.data ?? null} />}>
      <div className={classes.id}>
        Session <code>{session.id}</code>
        <CopyButton value={session.id} label="Copy the session id" />
      </div>
      {session.error && (
        <div className={classes.block}>
          <FailureNotice error={session.error} />
        </div>
      )}
      <div className={classes.block}>
        <SessionFacts session={session} />
      </div>
      {definition.data && (
        <div className={classes.block}>
          <Panel title="As it ran" flush>
            <Suspense fallback={<div className={classes.graph} />}>
              <RunGraph definition={definition.data} steps={steps} onChoose={setChosen} />
            </Suspense>
          </Panel>
        </div>
      )}
      {definition.isError && <Alert color="gray">What it ran is not to be had any more: {definition.error.message}</Alert>}
      <div className={classes.block}>
        <Panel title="Steps" flush>
          <StepTimeline session={session} steps={steps} nameOf={nameOfComponent} chosen={chosen} onChoose={setChosen} />
        </Panel>
      </div>
      <div className={classes.values}>
        <Panel>
          <JsonTree label="Placeholder values" value={session.placeholderValues} />
        </Panel>
        <Panel>
          <JsonTree label="Output" value={session.output} />
        </Panel>
      </div>
    </Page>
  );
}
