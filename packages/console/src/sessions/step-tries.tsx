import { Code } from '@mantine/core';
import type { Step } from '../api/types.ts';
import { failureNames } from '../texts/failures.ts';
import { nameOf } from '../texts/names.ts';
import { texts } from '../texts/sessions.tsx';
import { durationBetween, formatDuration } from '../ui/format-time.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import tableClasses from '../ui/table.module.css';
import { useNow } from '../ui/time.tsx';
import { nextTryOf } from './next-try.ts';
import { stepKey } from './step-key.ts';

interface StepTriesProps {
  /** Of one step in one run, the first one first. */
  tries: readonly Step[];
}

/** Each try of a step: when it began, how long it took and why it failed; of one that waits, when it begins. */
export function StepTries({ tries }: StepTriesProps) {
  const now = useNow();
  return (
    <table className={tableClasses.table} aria-label={texts.tries}>
      <thead>
        <tr>
          <th scope="col">{texts.try}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col" className={tableClasses.wide}>
            {texts.began}
          </th>
          <th scope="col" className={tableClasses.wide}>
            {texts.took}
          </th>
          <th scope="col">{texts.error}</th>
        </tr>
      </thead>
      <tbody>
        {tries.map((step) => {
          const nextTry = nextTryOf(step);
          const time = nextTry === null ? timeOf(step.startedAt) : texts.nextTryAt(timeOf(nextTry));
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
                    {nameOf(failureNames, step.error.code)} <Code>{step.error.code}</Code>
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

function timeOf(time: string): string {
  return new Date(time).toLocaleString();
}
