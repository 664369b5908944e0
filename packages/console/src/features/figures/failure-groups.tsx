import { Code, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { Performance } from '../../api/queries/performance.ts';
import { SessionLink } from '../sessions/session-link.tsx';
import { useWorkflowNames } from '../sessions/use-workflow-names.ts';
import { failureName } from '../../names/failure-names.ts';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import classes from './figure-panels.module.css';
import { formatNumber } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';

interface FailureGroupsProps {
  failures: Performance['failures'];
  /** The time range of the list of sessions: its hours. */
  hours: string;
  hasWorkflow?: boolean;
}

/** Failures by error code and workflow, each leading to its sessions and to the last one. */
export function FailureGroups({ failures, hours, hasWorkflow = true }: FailureGroupsProps) {
  const nameOfWorkflow = useWorkflowNames(failures.map(({ workflowId }) => workflowId));
  if (failures.length === 0) return <p className={classes.none}>No failures.</p>;
  return (
    <table className={tableClasses.table}>
      <TableHead columns={['Sessions', 'Error', ...(hasWorkflow ? [{ wide: 'Workflow' }] : []), 'Last']} />
      <tbody>
        {failures.map(({ code, workflowId, count, lastSessionId, lastMessage, lastAt }) => (
          <tr key={`${code} ${workflowId}`}>
            <td>
              <Link
                to={`/sessions?${ofFailures({ workflowId, text: code, time: hours })}`}
                aria-label={`Show the sessions that failed with ${code}: ${formatNumber(count)}`}
              >
                {formatNumber(count)}
              </Link>
            </td>
            <td className={tableClasses.grow}>
              <div className={`${tableClasses.soft} ${tableClasses.reads}`}>
                <strong className={classes.failure}>{failureName(code)}</strong> <Code>{code}</Code>
              </div>
              <div className={`${tableClasses.soft} ${tableClasses.clamped}`} title={lastMessage}>
                {lastMessage}
              </div>
              {hasWorkflow && (
                <div className={tableClasses.onPhones}>
                  <Link to={`/workflows/${workflowId}/activity`}>{nameOfWorkflow(workflowId)}</Link>
                </div>
              )}
            </td>
            {hasWorkflow && (
              <td className={tableClasses.wide}>
                <Link to={`/workflows/${workflowId}/activity`}>{nameOfWorkflow(workflowId)}</Link>
              </td>
            )}
            <td>
              <SessionLink id={lastSessionId}>
                <VisuallyHidden>Last session, </VisuallyHidden>
                <Ago time={lastAt} />
              </SessionLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The filter of the list of sessions that shows those of a group. */
function ofFailures(group: { workflowId: string; text: string; time: string }): string {
  return String(new URLSearchParams({ mode: 'PROD', status: 'FAILED', ...group }));
}

/** Returns the description of a panel whose figures are of the latest sessions only. */
export function sampleNote(figures: Performance | undefined): { description?: string } {
  if (figures?.sampled.complete !== false) return {};
  return { description: `Based on the latest ${formatNumber(figures.sampled.count)} sessions.` };
}
