import { useQuery } from '@tanstack/react-query';
import { versionsQuery } from '../../api/queries/versions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';

/** The published versions with time and author; the editor's drawer compares and restores them. */
export function VersionTable({ workflowId }: { workflowId: string }) {
  const versions = useQuery(versionsQuery(workflowId));
  if (versions.isError) return <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.isPending) return <PageLoader />;
  if (versions.data.items.length === 0) return <EmptyState title="Not published yet" />;
  return (
    <Panel title="Versions" flush>
      <table className={tableClasses.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Name and note</th>
            <th scope="col">Status</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {versions.data.items.map(({ number, published, versionName, note, createdAt, createdBy }) => (
            <tr key={number}>
              <td>{number}</td>
              <td className={tableClasses.wrapped}>
                {versionName}
                {note !== null && <div className={tableClasses.soft}>{note}</div>}
              </td>
              <td>{published && <StatusBadge status="PUBLISHED" />}</td>
              <td className={tableClasses.wrapped}>
                <Ago time={createdAt} />
                {createdBy?.name ? ` by ${createdBy.name}` : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
