import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { PageLoader } from './page-loader.tsx';
import classes from './table.module.css';
import { ActionsHeader } from './actions-header.tsx';

interface ListedTableProps {
  list: Pick<UseQueryResult, 'isError' | 'error' | 'isPending' | 'isSuccess'> & { refetch: () => unknown };
  /** The column of buttons has no head. `isWide`: it is left out on phones. */
  columns: readonly { title: string; isWide?: boolean }[];
  /** A `tr` each. */
  rows: readonly ReactNode[];
  /** In place of a table without rows. */
  empty: ReactNode;
}

/** A list with a row for each thing, and buttons at the end of it. */
export function ListedTable({ list, columns, rows, empty }: ListedTableProps) {
  return (
    <>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && rows.length === 0 && empty}
      {rows.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ title, isWide = false }) => (
                <th key={title} scope="col" {...(isWide && { className: classes.wide })}>
                  {title}
                </th>
              ))}
              <ActionsHeader />
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      )}
    </>
  );
}
