import type { ReactNode } from 'react';
import { type LoadedQuery, LoadState } from './load-state.tsx';
import { type TableColumn, TableHead } from './table-head.tsx';
import classes from './table.module.css';

interface ListedTableProps {
  list: LoadedQuery & { isSuccess: boolean };
  /** Without the last one, which has buttons. */
  columns: readonly TableColumn[];
  hasActions?: boolean;
  /** The table has a frame, because it is in no panel. */
  isFramed?: boolean;
  /** A `tr` each. */
  rows: readonly ReactNode[];
  /** In place of a table without rows. */
  empty: ReactNode;
}

/** A list with a row for each thing. */
export function ListedTable(props: ListedTableProps) {
  const { list, columns, hasActions = true, isFramed = false, rows, empty } = props;
  const table = (
    <table className={classes.table}>
      <TableHead columns={columns} hasActions={hasActions} />
      <tbody>{rows}</tbody>
    </table>
  );
  return (
    <>
      <LoadState query={list} />
      {list.isSuccess && rows.length === 0 && empty}
      {rows.length > 0 && (isFramed ? <div className={classes.frame}>{table}</div> : table)}
    </>
  );
}
