import { Link } from 'react-router';
import type { WorkflowListItem } from '../../api/types.ts';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import { plural } from '../../ui/plural.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { folderHref } from './folder-href.ts';
import classes from './folders.module.css';
import { WorkflowMenu } from './workflow-menu.tsx';
import { TableHead } from '../../ui/table-head.tsx';

function missingName({ kind, name }: WorkflowListItem['missing'][number]): string {
  return name === null ? `a ${kind}` : `${kind} ${name}`;
}

interface WorkflowTableProps {
  workflows: WorkflowListItem[];
  /** True if each row names its folder, because not all of them are in the same one. */
  showsFolder: boolean;
}

export function WorkflowTable({ workflows, showsFolder }: WorkflowTableProps) {
  return (
    <div className={tableClasses.frame}>
      <table className={tableClasses.table}>
        <TableHead columns={['Name', 'State', { wide: 'Last run' }, { wide: 'Changed' }]} hasActions />
        <tbody>
          {workflows.map((workflow) => (
            <tr key={workflow.id}>
              <td className={tableClasses.grow}>
                <Link to={`/workflows/${workflow.id}`} className={tableClasses.name} title={workflow.name}>
                  {workflow.name}
                </Link>
                <div className={tableClasses.soft} title={workflow.description}>
                  {showsFolder && workflow.folder !== null && (
                    <Link to={folderHref(workflow.folder)} className={tableClasses.plain}>
                      {workflow.folder} ·{' '}
                    </Link>
                  )}
                  {workflow.description ||
                    plural(workflow.componentCount, {
                      one: '1 component',
                      other: `${workflow.componentCount} components`,
                    })}
                  {workflow.tags.length > 0 && (
                    <span className={classes.tags}>
                      {workflow.tags.map((tag) => (
                        <Link
                          key={tag}
                          to={`/workflows?${new URLSearchParams({ tag })}`}
                          className={classes.tag}
                          title={`Show the workflows with the tag ${tag}`}
                        >
                          {tag}
                        </Link>
                      ))}
                    </span>
                  )}
                </div>
              </td>
              <td>
                <StatusBadge status={workflow.state} />
                {workflow.missing.length > 0 && (
                  <div className={classes.missing} title="The published version needs them and fails without them.">
                    Missing: {workflow.missing.map(missingName).join(', ')}
                  </div>
                )}
                {workflow.paused && (
                  <div>
                    <StatusBadge status="PAUSED" />
                  </div>
                )}
              </td>
              <td className={tableClasses.wide}>
                {workflow.lastSession ? (
                  <SessionLink id={workflow.lastSession.id} className={tableClasses.plain}>
                    <StatusBadge status={workflow.lastSession.status} /> <Ago time={workflow.lastSession.createdAt} />
                  </SessionLink>
                ) : (
                  <span className={tableClasses.soft}>Never</span>
                )}
              </td>
              <td className={tableClasses.wide}>
                <span className={tableClasses.soft}>
                  <Ago time={workflow.updatedAt} />
                </span>
              </td>
              <td>
                <WorkflowMenu workflow={workflow} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
