import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isTerminal, type JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { areReadAtOnce, childrenQuery, startedQuery } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import {
  lastStarted,
  startedInWords,
  type Started as StartedCounts,
} from '../../features/sessions/started-sessions.ts';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import { valuesInBrief } from '../../features/sessions/values-in-brief.ts';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
];

interface SessionChildrenProps {
  session: Session;
  nameOf: (componentId: string) => string;
}

/** The sessions that this one started, such as the items of For each, by component; nothing where there are none. */
export function SessionChildren({ session, nameOf }: SessionChildrenProps) {
  const started = useQuery(startedQuery(session.id, !isTerminal(session.status)));
  if (started.isError) return <ErrorNotice error={started.error} onRetry={() => void started.refetch()} />;
  return [...lastStarted(started.data ?? []).values()].map((one) => (
    <Started key={one.componentId} session={session} started={one} name={nameOf(one.componentId)} />
  ));
}

/** Lists the sessions that one component started: counts by status, and all or the failed ones with their errors. */
function Started({ session, started, name }: { session: Session; started: StartedCounts; name: string }) {
  const [shown, setShown] = useState('all');
  const onlyFailed = shown === 'failed';
  const { componentId: parentComponentId } = started;
  const isLive = !isTerminal(session.status);
  const { total } = started;
  const children = useInfiniteQuery(
    childrenQuery({ parentId: session.id, parentComponentId, isLive, onlyFailed, total }),
  );
  const newestFirst = children.data?.pages.flatMap((page) => page.items) ?? [];
  const items = areReadAtOnce(total) ? newestFirst.toReversed() : newestFirst;
  const nameOf = useWorkflowNames(items.map(({ workflowId }) => workflowId));
  return (
    <Panel
      title={`Sessions started by ${name}`}
      description={areReadAtOnce(total) ? startedInWords(started) : `${startedInWords(started)}. Newest first.`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={`Shown sessions of ${name}`}
          data={SHOWN}
          value={shown}
          onChange={setShown}
        />
      }
      flush
    >
      {children.isError && <ErrorNotice error={children.error} onRetry={() => void children.refetch()} />}
      <table className={tableClasses.table}>
        <tbody>
          {items.map((child) => (
            <Child key={child.id} child={child} name={nameOf(child.workflowId)} />
          ))}
          {items.length === 0 && children.isSuccess && !children.hasNextPage && (
            <tr>
              <td className={tableClasses.soft}>
                {onlyFailed ? 'None of them failed.' : 'The child sessions were deleted.'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {children.hasNextPage && (
        <Button
          m="sm"
          size="xs"
          variant="default"
          loading={children.isFetchingNextPage}
          onClick={() => void children.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Panel>
  );
}

function Child({ child, name }: { child: Session; name: string }) {
  const took = child.finishedAt === null ? null : durationBetween(child.startedAt, child.finishedAt, 0);
  const values = child.label ?? valuesInBrief(child.placeholderValues as JsonObject);
  return (
    <tr>
      <td>
        <StatusBadge status={child.status} />
      </td>
      <td className={tableClasses.grow}>
        <SessionLink id={child.id} className={tableClasses.name}>
          {name}
        </SessionLink>
        {values && <div className={tableClasses.soft}>{values}</div>}
        {child.error && <div className={tableClasses.soft}>{child.error.message}</div>}
      </td>
      <td>{took === null ? '–' : formatDuration(took)}</td>
    </tr>
  );
}
