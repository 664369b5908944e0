import { useQuery } from '@tanstack/react-query';
import { versionsQuery } from '../../api/queries/versions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** The published versions with time and author; the editor's drawer compares and restores them. */
export function VersionTable({ workflowId }: { workflowId: string }) {
  const versions = useQuery(versionsQuery(workflowId));
  if (!versions.isSuccess) return <LoadState query={versions} />;
  if (versions.data.items.length === 0) return <EmptyState title="Not published yet" />;
  return (
    <Panel title="Versions" flush>
      <table className={tableClasses.table}>
        <TableHead columns={['Version', 'Name and note', 'Status', 'Created']} />
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
