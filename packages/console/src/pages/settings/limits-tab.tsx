import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../api/queries/limits.ts';
import { Panel } from '../../ui/panel.tsx';
import { plural } from '../../ui/plural.ts';
import tableClasses from '../../ui/table.module.css';
import { formatNumber } from '../../ui/format-number.ts';
import { LoadState } from '../../ui/load-state.tsx';

const MEBIBYTE = 1024 * 1024;
/** The share of a limit from which on it is nearly reached. */
const NEAR = 0.8;

/** The limits that the operator of the service set for the organization. */
export function LimitsTab() {
  const limits = useQuery(limitsQuery);
  const { runs, maxConcurrentSessions, maxStoredBytes, storedBytes, retentionDays } = limits.data ?? {};
  const { modelTokensPerMonth, usedModelTokens = 0 } = limits.data ?? {};
  // With each limit that there is, what happens beyond it.
  const rows: [label: string, value: string | null, note: string][] = [
    [
      'Runs per minute',
      runs ? `${formatNumber(runs.perMinute)}, in bursts of up to ${formatNumber(runs.burst)}` : null,
      'Further runs are refused with 429.',
    ],
    [
      'Concurrent sessions',
      typeof maxConcurrentSessions === 'number' ? formatNumber(maxConcurrentSessions) : null,
      'Further sessions wait to start.',
    ],
    [
      'Stored data',
      typeof maxStoredBytes === 'number'
        ? `${mebibytes(storedBytes ?? 0)} of ${mebibytes(maxStoredBytes)} MiB used`
        : null,
      'When the limit is reached, new runs are refused with 429.',
    ],
    [
      'Model tokens',
      typeof modelTokensPerMonth === 'number'
        ? `${formatNumber(usedModelTokens)} of ${formatNumber(modelTokensPerMonth)} used this month`
        : null,
      'When the limit is reached, calls to models fail with MODEL_QUOTA.',
    ],
    [
      'Retention of ended sessions',
      typeof retentionDays === 'number'
        ? plural(retentionDays, { one: '1 day', other: `${retentionDays} days` })
        : 'Default of this service',
      '',
    ],
  ];
  return (
    <Panel title="Limits" description="Set by the operator of this service." flush>
      <LoadState query={limits} />
      {limits.data && (
        <table className={tableClasses.table}>
          <tbody>
            {rows.map(([label, value, note]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
                  {value ?? 'No limit'}
                  {label === 'Stored data' && <UsedUp used={storedBytes ?? 0} limit={maxStoredBytes ?? null} />}
                  {label === 'Model tokens' && <UsedUp used={usedModelTokens} limit={modelTokensPerMonth ?? null} />}
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

/** Shows when little or nothing is left of a limit. */
function UsedUp({ used, limit }: { used: number; limit: number | null }) {
  if (limit === null || used < NEAR * limit) return null;
  const isReached = used >= limit;
  return (
    <>
      {' '}
      <Badge color={isReached ? 'red' : 'yellow'} variant="light">
        {isReached ? 'Limit reached' : 'Nearly reached'}
      </Badge>
    </>
  );
}

function mebibytes(bytes: number): string {
  return formatNumber(bytes / MEBIBYTE, 1);
}
