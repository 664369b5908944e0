import { useInfiniteQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../../api/queries/audit-log.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { actionNames } from './action-names.ts';
import { nameOf } from '../../names/name-of.ts';
import { ListedTable } from '../../ui/listed-table.tsx';

/** Lists the entries of the audit log, newest first. */
export function AuditLogTab() {
  const list = useInfiniteQuery(auditLogQuery);
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Audit log" description="Who created, changed, published and deleted what." flush>
      <ListedTable
        list={list}
        empty={<EmptyState title="No entries yet" />}
        columns={['What', { wide: 'Who' }, 'When']}
        hasActions={false}
        rows={entries.map((entry) => (
          <tr key={entry.id}>
            <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
              <div className={tableClasses.name}>
                {nameOf(actionNames, entry.action)} <code>{entry.action}</code>
              </div>
              <div className={tableClasses.soft} title={detailOf(entry)}>
                {detailOf(entry)}
              </div>
              <div className={tableClasses.onPhones}>{entry.actor.name}</div>
            </td>
            <td className={tableClasses.wide}>{entry.actor.name}</td>
            <td>
              <Ago time={entry.at} />
            </td>
          </tr>
        ))}
      />
      <MoreButton list={list} />
    </Panel>
  );
}

function detailOf(entry: {
  target: { type: string; id: string | null };
  detail: Record<string, unknown> | null;
}): string {
  const detail = Object.entries(entry.detail ?? {}).map(([key, value]) => `${key}: ${shownValue(value)}`);
  return [`${entry.target.type} ${entry.target.id ?? ''}`.trim(), ...detail].join(' · ');
}

function shownValue(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
