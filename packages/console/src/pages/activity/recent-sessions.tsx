import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isMasked, SESSION_TRIGGER_NAMES, type JsonObject } from '@workflow/workflow-model';
import { Link } from 'react-router';
import { recentSessionsQuery, useRun } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { valuesInBrief } from '../../features/sessions/values-in-brief.ts';
import { SessionLink, useOpenSession } from '../../features/sessions/session-link.tsx';
import { nameOf } from '../../names/name-of.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { Panel } from '../../ui/panel.tsx';
import { showError } from '../../ui/show-error.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TableHead } from '../../ui/table-head.tsx';

interface RecentSessionsProps {
  workflowId: string;
  show: 'all' | 'deliveries';
}

/** The newest sessions of the workflow, or of its webhooks: a delivery is its session, and can be sent again. */
export function RecentSessions({ workflowId, show }: RecentSessionsProps) {
  const isDeliveries = show === 'deliveries';
  const list = useQuery(recentSessionsQuery(workflowId, isDeliveries));
  if (!list.isSuccess) return <LoadState query={list} />;
  if (list.data.length === 0)
    return (
      <EmptyState
        title={isDeliveries ? 'No deliveries yet' : 'No sessions yet'}
        {...(isDeliveries ? { text: 'Each accepted webhook request starts a session and appears here.' } : {})}
      />
    );
  return (
    <Panel
      title={isDeliveries ? 'Deliveries' : 'Sessions'}
      actions={<Link to={`/sessions?workflowId=${workflowId}${isDeliveries ? '&trigger=WEBHOOK' : ''}`}>All</Link>}
      flush
    >
      <table className={tableClasses.table}>
        <TableHead
          columns={[
            'Status',
            'Session',
            ...(isDeliveries ? [] : [{ wide: 'Started by' }]),
            { wide: 'Took' },
            isDeliveries ? { wide: 'Accepted' } : 'Accepted',
          ]}
          hasActions={isDeliveries}
        />
        <tbody>
          {list.data.map((session) => (
            <SessionLine key={session.id} session={session} isDelivery={isDeliveries} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function SessionLine({ session, isDelivery }: { session: Session; isDelivery: boolean }) {
  const brief = session.label ?? valuesInBrief(session.placeholderValues as JsonObject);
  const took = session.finishedAt === null ? null : durationBetween(session.startedAt, session.finishedAt, 0);
  return (
    <tr>
      <td>
        <StatusBadge status={session.status} />
      </td>
      <td className={tableClasses.grow}>
        <SessionLink
          id={session.id}
          className={`${tableClasses.name} ${tableClasses.clamped}`}
          title={brief || session.id}
        >
          {brief || session.id}
        </SessionLink>
        {session.error && (
          <div className={`${tableClasses.failed} ${tableClasses.clamped}`}>{session.error.message}</div>
        )}
        {isDelivery && (
          <div className={tableClasses.onPhones}>
            <Ago time={session.createdAt} />
          </div>
        )}
      </td>
      {!isDelivery && <td className={tableClasses.wide}>{nameOf(SESSION_TRIGGER_NAMES, session.trigger)}</td>}
      <td className={tableClasses.wide}>{took === null ? '–' : formatDuration(took)}</td>
      <td {...(isDelivery ? { className: tableClasses.wide } : {})}>
        <Ago time={session.createdAt} />
      </td>
      {isDelivery && (
        <td>
          <Replay session={session} />
        </td>
      )}
    </tr>
  );
}

/** Starts a session with the same request, of the version that is published now. */
function Replay({ session }: { session: Session }) {
  const run = useRun();
  const openSession = useOpenSession();
  const { workflowId, componentId, mode } = session;
  const hasSensitive = isMasked(session.placeholderValues as JsonObject);
  return (
    <Button
      disabled={hasSensitive}
      {...(hasSensitive && { title: 'It cannot be replayed because it has sensitive values' })}
      size="compact-sm"
      variant="default"
      loading={run.isPending}
      aria-label={`Replay the delivery of session ${session.id}`}
      onClick={() =>
        run.mutate(
          { workflowId, componentId, mode, placeholderValues: session.placeholderValues as JsonObject },
          {
            onSuccess: ({ sessionId }) => openSession(sessionId),
            onError: showError,
          },
        )
      }
    >
      Replay
    </Button>
  );
}
