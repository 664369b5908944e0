import { useInfiniteQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../api/queries/audit-log.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';
import { Ago } from '../ui/time.tsx';

/** Who did what, when, newest first. */
export function AuditLogTab() {
  const list = useInfiniteQuery(auditLogQuery);
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Audit log" description="Who made, changed, published and deleted what." flush>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && entries.length === 0 && <EmptyState title="Nothing has been recorded yet" />}
      {entries.length > 0 && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Who</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className={tableClasses.grow}>
                  <div className={tableClasses.name}>{entry.action}</div>
                  <div className={tableClasses.soft} title={detailOf(entry)}>
                    {detailOf(entry)}
                  </div>
                </td>
                <td className={tableClasses.person} title={entry.actor.name}>
                  {entry.actor.name}
                </td>
                <td>
                  <Ago time={entry.at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreButton list={list} />
    </Panel>
  );
}

function detailOf(entry: { target: { type: string; id: string | null }; detail: Record<string, unknown> | null }): string {
  const detail = Object.entries(entry.detail ?? {}).map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [`${entry.target.type} ${entry.target.id ?? ''}`.trim(), ...detail].join(' · ');
}
