import { Link } from 'react-router';
import type { App } from '../../api/queries/apps.ts';
import { APP_KIND_NAMES, APP_STATUS_NAMES } from '../../features/apps/app-names.ts';
import tableClasses from '../../ui/table.module.css';
import { UsedBy } from '../../ui/used-by.tsx';
import { TableHead } from '../../ui/table-head.tsx';

/** The apps of the organization: what they are, and why reading one failed. */
export function AppsTable({ apps }: { apps: readonly App[] }) {
  return (
    <div className={tableClasses.frame}>
      <table className={tableClasses.table} aria-label="Apps">
        <TableHead columns={['App', { wide: 'Kind' }, { wide: 'Operations' }, { wide: 'Version' }, 'Status']} />
        <tbody>
          {apps.map((app) => (
            <tr key={app.id}>
              <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
                <Link to={`/apps/${app.id}`} className={tableClasses.name}>
                  {app.name}
                </Link>
                {app.title !== '' && app.title !== app.name && <div className={tableClasses.soft}>{app.title}</div>}
                {app.message !== null && (
                  <div className={`${tableClasses.failed} ${tableClasses.reads}`}>{app.message}</div>
                )}
                <UsedBy uses={app.usedBy} />
              </td>
              <td className={tableClasses.wide}>{APP_KIND_NAMES[app.kind]}</td>
              <td className={tableClasses.wide}>{app.operationCount}</td>
              <td className={tableClasses.wide}>{app.version ?? '–'}</td>
              <td>{APP_STATUS_NAMES[app.status]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
