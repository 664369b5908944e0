import '@mantine/core/styles/Tabs.layer.css';
import { Button, Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { hasStatus } from '../../api/api-error.ts';
import { useWorkflow } from '../../api/queries/workflow-entry.ts';
import { SHOW_FLOW_CONTROL } from '../../editor/dialogs.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { loadPart } from '../../ui/load-part.tsx';
import { Page } from '../../ui/page.tsx';
import { TabRow } from '../../ui/tab-row.tsx';
import { PauseButton } from '../../features/pausing/pause-button.tsx';
import { WorkflowPausedNotice } from '../../features/pausing/workflow-paused-notice.tsx';
import { RecentSessions } from './recent-sessions.tsx';
import { VersionTable } from './version-table.tsx';
import { WorkflowFigures } from './workflow-figures.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** It names components, whose descriptions the other tabs do not need. */
const Refusals = loadPart(async () => (await import('./refusals.tsx')).Refusals);

const TABS = [
  { value: 'figures', label: 'Figures' },
  { value: 'sessions', label: 'Sessions' },
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'versions', label: 'Versions' },
];

/** One workflow in operation: its figures, sessions, deliveries and versions. */
export function ActivityPage() {
  const { workflowId } = useParams() as { workflowId: string };
  const workflow = useWorkflow(workflowId);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const show = params.get('show') ?? 'figures';
  if (hasStatus(workflow.error, 404) || hasStatus(workflow.error, 410) || hasStatus(workflow.error, 400))
    return (
      <EmptyState isPage title="Workflow not found" text="Check the URL. The workflow may have been deleted.">
        <Link to="/workflows">Go to workflows</Link>
      </EmptyState>
    );
  if (!workflow.isSuccess) return <LoadState query={workflow} />;
  return (
    <Page
      title={workflow.data.workflow.name}
      actions={
        <>
          {!workflow.data.workflow.paused && <PauseButton workflow={workflow.data.workflow} />}
          <Button variant="default" component={Link} to={`/workflows/${workflowId}?${SHOW_FLOW_CONTROL}`}>
            Flow control
          </Button>
          <Button variant="default" component={Link} to={`/workflows/${workflowId}`}>
            Open editor
          </Button>
        </>
      }
    >
      {workflow.data.workflow.paused && <WorkflowPausedNotice workflowId={workflowId} />}
      <Tabs value={show} onChange={(value) => void navigate(`?show=${value}`, { replace: true })} keepMounted={false}>
        <TabRow tabs={TABS} value={show} />
        <Tabs.Panel value="figures">
          <WorkflowFigures workflowId={workflowId} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <RecentSessions workflowId={workflowId} show="all" />
        </Tabs.Panel>
        <Tabs.Panel value="deliveries">
          <RecentSessions workflowId={workflowId} show="deliveries" />
          <Suspense>
            <Refusals workflow={workflow.data.workflow} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionTable workflowId={workflowId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
