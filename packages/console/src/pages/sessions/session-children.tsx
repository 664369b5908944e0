import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isTerminal, type JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { Link } from 'react-router';
import { childrenQuery } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { useCameFrom } from '../../features/sessions/way-back.tsx';
import { valuesInBrief } from '../../features/sessions/values-in-brief.ts';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
];

/** The sessions that this one started, such as the items of For each, newest first; nothing where there are none. */
export function SessionChildren({ session }: { session: Session }) {
  const [shown, setShown] = useState('all');
  const onlyFailed = shown === 'failed';
  const children = useInfiniteQuery(childrenQuery(session.id, { isLive: !isTerminal(session.status), onlyFailed }));
  const items = children.data?.pages.flatMap((page) => page.items) ?? [];
  const nameOf = useWorkflowNames(items.map(({ workflowId }) => workflowId));
  if (items.length === 0 && !onlyFailed) return null;
  return (
    <Panel
      title="Started sessions"
      actions={<SegmentedControl size="xs" aria-label="Shown" data={SHOWN} value={shown} onChange={setShown} />}
      flush
    >
      <table className={tableClasses.table}>
        <tbody>
          {items.map((child) => (
            <Child key={child.id} child={child} name={nameOf(child.workflowId)} />
          ))}
          {items.length === 0 && !children.isPending && (
            <tr>
              <td className={tableClasses.soft}>None of them failed.</td>
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
  const cameFrom = useCameFrom();
  const took = child.finishedAt === null ? null : durationBetween(child.startedAt, child.finishedAt, 0);
  const values = child.label ?? valuesInBrief(child.placeholderValues as JsonObject);
  return (
    <tr>
      <td>
        <StatusBadge status={child.status} />
      </td>
      <td className={tableClasses.grow}>
        <Link to={`/sessions/${child.id}`} state={cameFrom} className={tableClasses.name}>
          {name}
        </Link>
        {values && <div className={tableClasses.soft}>{values}</div>}
        {child.error && <div className={tableClasses.soft}>{child.error.message}</div>}
      </td>
      <td>{took === null ? '–' : formatDuration(took)}</td>
    </tr>
  );
}
