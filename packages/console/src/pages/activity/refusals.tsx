import { useQuery } from '@tanstack/react-query';
import { refusalsQuery } from '../../api/queries/workflows.ts';
import type { Refusals as RefusalsView, Workflow } from '../../api/types.ts';
import { componentName } from '../../editor/draft/component-name.ts';
import { refusalNames } from './refusal-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plural } from '../../ui/plural.ts';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import classes from './refusals.module.css';
import { formatDate } from '../../ui/format-time.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';

/** Deliveries that were answered with an error: how many for which reason, and the last ones. */
export function Refusals({ workflow }: { workflow: Workflow }) {
  const { data, error, refetch } = useQuery(refusalsQuery(workflow.id));
  return (
    <div className={classes.block}>
      <Panel
        title="Refused deliveries"
        description="Webhook requests that got an error. Their contents are not stored."
        flush
      >
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!data && !error && <PageLoader />}
        {data?.counts.length === 0 && <p className={classes.none}>No refused deliveries.</p>}
        {data && data.counts.length > 0 && (
          <>
            <dl className={classes.counts}>
              {data.counts.map(({ reason, count, since }) => (
                <div key={reason}>
                  <dt>{refusalNames[reason]}</dt>
                  <dd>
                    {formatNumber(count)} since {formatDate(since)}
                  </dd>
                </div>
              ))}
            </dl>
            <RefusalTable recent={data.recent} nameOf={(id) => nameIn(workflow, id)} />
          </>
        )}
      </Panel>
    </div>
  );
}

/** The name of a webhook in the draft; its id when the draft no longer contains it. */
function nameIn({ components }: Workflow, id: string): string {
  const component = components.find((one) => one.id === id);
  return component ? componentName(component as Parameters<typeof componentName>[0]) : id;
}

interface RefusalTableProps {
  recent: RefusalsView['recent'];
  nameOf: (componentId: string) => string;
}

function RefusalTable({ recent, nameOf }: RefusalTableProps) {
  return (
    <table className={tableClasses.table} aria-label="Latest">
      <TableHead columns={['Reason', 'Answered', { wide: 'Webhook' }, { wide: 'From' }, { wide: 'Size' }, 'Time']} />
      <tbody>
        {recent.map(({ at, reason, status, componentId, network, bytes }, index) => {
          const webhook = componentId === null ? '–' : nameOf(componentId);
          return (
            <tr key={`${at} ${index}`}>
              <td className={tableClasses.grow}>
                <div className={tableClasses.soft} title={refusalNames[reason]}>
                  {refusalNames[reason]}
                </div>
                <div className={tableClasses.onPhones}>{network}</div>
              </td>
              <td>{status}</td>
              <td className={tableClasses.wide}>{webhook}</td>
              <td className={`${tableClasses.wide} ${tableClasses.mono}`}>{network}</td>
              <td className={tableClasses.wide}>
                {bytes === null ? '–' : plural(bytes, { one: '1 byte', other: `${formatNumber(bytes)} bytes` })}
              </td>
              <td>
                <Ago time={at} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
