import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../api/queries/limits.ts';
import { texts } from '../texts/settings.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';

const MEBIBYTE = 1024 * 1024;

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

function mebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toLocaleString([], { maximumFractionDigits: 1 });
}
