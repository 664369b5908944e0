import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../api/queries/limits.ts';
import { texts } from '../texts/settings.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';

const MEBIBYTE = 1024 * 1024;
/** The share of a limit from which on it is nearly reached. */
const NEAR = 0.8;

/** The limits that the operator of the service set for the organization. */
export function LimitsTab() {
  const limits = useQuery(limitsQuery);
  const { runs, maxConcurrentSessions, maxStoredBytes, storedBytes, retentionDays } = limits.data ?? {};
  // With each limit that there is, what happens beyond it.
  const rows: [label: string, value: string | null, note: string][] = [
    [texts.runsAMinute, runs ? texts.runsWithBurst(runs.perMinute, runs.burst) : null, texts.runsBeyond],
    [texts.concurrentSessions, maxConcurrentSessions?.toLocaleString() ?? null, texts.concurrentSessionsBeyond],
    [
      texts.storedData,
      typeof maxStoredBytes === 'number'
        ? texts.storedOf(mebibytes(storedBytes ?? 0), mebibytes(maxStoredBytes))
        : null,
      texts.storedDataBeyond,
    ],
    [texts.retention, typeof retentionDays === 'number' ? texts.days(retentionDays) : texts.asTheService, ''],
  ];
  return (
    <Panel title={texts.limits} description={texts.limitsAreSetBy} flush>
      {limits.isError && <ErrorNotice error={limits.error} onRetry={() => void limits.refetch()} />}
      {limits.isPending && <PageLoader />}
      {limits.data && (
        <table className={tableClasses.table}>
          <tbody>
            {rows.map(([label, value, note]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
                  {value ?? texts.noLimit}
                  {label === texts.storedData && <UsedUp used={storedBytes ?? 0} limit={maxStoredBytes ?? null} />}
                  {value !== null && <div className={tableClasses.soft}>{note}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** Says when little or nothing is left of a limit. */
function UsedUp({ used, limit }: { used: number; limit: number | null }) {
  if (limit === null || used < NEAR * limit) return null;
  const isReached = used >= limit;
  return (
    <>
      {' '}
      <Badge color={isReached ? 'red' : 'yellow'} variant="light">
        {isReached ? texts.limitReached : texts.nearlyReached}
      </Badge>
    </>
  );
}

function mebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toLocaleString([], { maximumFractionDigits: 1 });
}
