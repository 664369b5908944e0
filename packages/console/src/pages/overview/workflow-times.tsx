import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Performance } from '../../api/queries/performance.ts';
import { workflowHeadQuery } from '../../api/queries/workflows.ts';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';
import { formatDuration } from '../../ui/format-time.ts';
import tableClasses from '../../ui/table.module.css';
import { RunNowButton } from '../../features/run-now/run-now-button.tsx';
import classes from '../../features/figures/figure-panels.module.css';
import { formatNumber } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';

/** The busiest workflows: how many sessions ended and failed, and how long they ran. */
export function WorkflowTimes({ workflows }: { workflows: Performance['workflows'] }) {
  const nameOf = useWorkflowNames(workflows.map(({ workflowId }) => workflowId));
  if (workflows.length === 0) return <p className={classes.none}>No sessions.</p>;
  return (
    <table className={tableClasses.table}>
      <TableHead columns={['Workflow', 'Ended', 'Failed', { wide: 'Ran, median' }, 'Ran, 95%']} hasActions />
      <tbody>
        {workflows.map(({ workflowId, ended, failed, runningMs }) => (
          <tr key={workflowId}>
            <td className={tableClasses.grow}>
              <Link to={`/workflows/${workflowId}/activity`} className={tableClasses.name}>
                {nameOf(workflowId)}
              </Link>
            </td>
            <td>{formatNumber(ended)}</td>
            <td className={failed > 0 ? classes.bad : ''}>{formatNumber(failed)}</td>
            <td className={tableClasses.wide}>{runningMs ? formatDuration(runningMs.p50) : '–'}</td>
            <td>{runningMs ? formatDuration(runningMs.p95) : '–'}</td>
            <td>
              <RunPublished workflowId={workflowId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Nothing where there is no published version to run. */
function RunPublished({ workflowId }: { workflowId: string }) {
  const { data } = useQuery(workflowHeadQuery(workflowId));
  return data?.isPublished === true && <RunNowButton workflowId={workflowId} name={data.name} />;
}
