import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import type { Schemas } from '@workflow/api-types';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import classes from '../../features/figures/figure-panels.module.css';
import { formatNumber } from '../../ui/format-number.ts';

/** Executors with their load, the busiest first. They serve all organizations. */
export function ExecutorLoads({ executors }: { executors: Schemas['ExecutorLoad'][] }) {
  if (executors.length === 0)
    return <p className={`${classes.none} ${classes.bad}`}>No executor is running. Sessions wait until one starts.</p>;
  return (
    <table className={tableClasses.table}>
      <thead>
        <tr>
          <th scope="col">Executor</th>
          <th scope="col" className={tableClasses.grow}>
            Load
          </th>
          <th scope="col">Slots in use</th>
          <th scope="col" className={tableClasses.wide}>
            Started
          </th>
        </tr>
      </thead>
      <tbody>
        {executors.map(({ id, concurrency, running, draining, startedAt }) => (
          <tr key={id}>
            <td>
              <code title={id}>{id.slice(-8)}</code>
              {draining && ` draining`}
            </td>
            <td className={tableClasses.grow}>
              <Progress
                value={(100 * running) / Math.max(1, concurrency)}
                color={running >= concurrency ? 'orange' : 'blue'}
                aria-label={`${formatNumber(running)} of ${formatNumber(concurrency)} slots in use`}
              />
            </td>
            <td>
              {formatNumber(running)} of {formatNumber(concurrency)}
            </td>
            <td className={tableClasses.wide}>
              <Ago time={startedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
