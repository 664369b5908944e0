import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import type { components } from '../api/schema.d.ts';
import { texts } from '../texts/overview.ts';
import tableClasses from '../ui/table.module.css';
import { Ago } from '../ui/time.tsx';
import classes from './overview-page.module.css';

/** Executors with their load, the busiest first. They serve all organizations. */
export function ExecutorLoads({ executors }: { executors: components['schemas']['ExecutorLoad'][] }) {
  if (executors.length === 0) return <p className={`${classes.none} ${classes.bad}`}>{texts.noExecutors}</p>;
  return (
    <table className={tableClasses.table}>
      <thead>
        <tr>
          <th scope="col">{texts.executor}</th>
          <th scope="col" className={tableClasses.grow}>
            {texts.load}
          </th>
          <th scope="col">{texts.slotsInUse}</th>
          <th scope="col" className={tableClasses.wide}>
            {texts.started}
          </th>
        </tr>
      </thead>
      <tbody>
        {executors.map(({ id, concurrency, running, draining, startedAt }) => (
          <tr key={id}>
            <td>
              <code title={id}>{id.slice(-8)}</code>
              {draining && ` ${texts.draining}`}
            </td>
            <td className={tableClasses.grow}>
              <Progress
                value={(100 * running) / Math.max(1, concurrency)}
                color={running >= concurrency ? 'orange' : 'blue'}
                aria-label={texts.loadOf(running, concurrency)}
              />
            </td>
            <td>{texts.ofSlots(running, concurrency)}</td>
            <td className={tableClasses.wide}>
              <Ago time={startedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
