import { useQuery } from '@tanstack/react-query';
import { isTerminal } from '@workflow/workflow-model';
import { Link } from 'react-router';
import { childrenQuery } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { useCameFrom } from '../../features/sessions/way-back.tsx';

/** The sessions that this one started, the newest first; nothing where there are none. */
export function SessionChildren({ session }: { session: Session }) {
  const children = useQuery(childrenQuery(session.id, !isTerminal(session.status)));
  const items = children.data ?? [];
  const nameOf = useWorkflowNames(items.map(({ workflowId }) => workflowId));
  const cameFrom = useCameFrom();
  if (items.length === 0) return null;
  return (
    <Panel title="Started sessions" flush>
      <table className={tableClasses.table}>
        <tbody>
          {items.map((child) => {
            const took = child.finishedAt === null ? null : durationBetween(child.startedAt, child.finishedAt, 0);
            return (
              <tr key={child.id}>
                <td>
                  <StatusBadge status={child.status} />
                </td>
                <td className={tableClasses.grow}>
                  <Link to={`/sessions/${child.id}`} state={cameFrom} className={tableClasses.name}>
                    {nameOf(child.workflowId)}
                  </Link>
                  {child.error && <div className={tableClasses.soft}>{child.error.message}</div>}
                </td>
                <td>{took === null ? '–' : formatDuration(took)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
