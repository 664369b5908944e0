import { Code } from '@mantine/core';
import type { Step } from '../../api/types.ts';
import { failureName } from '../../names/failure-names.ts';
import { durationBetween, formatDateTime, formatDuration } from '../../ui/format-time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';
import { useNow } from '../../ui/time.tsx';
import { nextTryOf } from '../../features/sessions/next-try.ts';
import { stepKey } from './step-key.ts';
import { TableHead } from '../../ui/table-head.tsx';

interface StepTriesProps {
  /** Tries of one step in one run, the first one first. */
  tries: readonly Step[];
}

/** Each try of a step: when it began, how long it took and why it failed; of one that waits, when it begins. */
export function StepTries({ tries }: StepTriesProps) {
  const now = useNow();
  return (
    <table className={tableClasses.table} aria-label="Attempts">
      <TableHead columns={['Attempt', 'Status', { wide: 'Began' }, { wide: 'Took' }, 'Error']} />
      <tbody>
        {tries.map((step) => {
          const nextTry = nextTryOf(step);
          const time = nextTry === null ? formatDateTime(step.startedAt) : `Next attempt: ${formatDateTime(nextTry)}`;
          return (
            <tr key={stepKey(step)}>
              <td>{step.attempt}</td>
              <td>
                <StatusBadge status={step.status} />
              </td>
              <td className={tableClasses.wide}>{time}</td>
              <td className={tableClasses.wide}>
                {nextTry === null ? formatDuration(durationBetween(step.startedAt, step.finishedAt, now) ?? 0) : '–'}
              </td>
              <td className={`${tableClasses.grow} ${tableClasses.reads}`}>
                <div className={tableClasses.onPhones}>{time}</div>
                {step.error && (
                  <>
                    {failureName(step.error.code)} <Code>{step.error.code}</Code>
                    <div className={tableClasses.soft}>{step.error.message}</div>
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
