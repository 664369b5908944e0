import { ActionsHeader } from './actions-header.tsx';
import classes from './table.module.css';

/** The title of a column. `wide`: it is left out on phones. */
export type TableColumn = string | { wide: string };

interface TableHeadProps {
  columns: readonly TableColumn[];
  /** The last column has buttons. Only screen readers need its title. */
  hasActions?: boolean;
}

export function TableHead({ columns, hasActions = false }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            <th key={column.wide} scope="col" className={classes.wide}>
              {column.wide}
            </th>
          ),
        )}
        {hasActions && <ActionsHeader />}
      </tr>
    </thead>
  );
}
