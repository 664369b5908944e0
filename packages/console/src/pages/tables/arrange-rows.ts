import type { TableRow } from '../../api/queries/tables.ts';
import { shownValue } from './column-values.ts';

/** By which column, the key's too, rows are sorted. */
export interface RowOrder {
  column: string;
  direction: 'ascending' | 'descending';
}

const texts = new Intl.Collator('en', { numeric: true });

/** Rows with the searched text in a value or the key, in an order; what has no value is last in both directions. */
export function arrangeRows(rows: readonly TableRow[], search: string, order: RowOrder | null): TableRow[] {
  const wanted = search.trim().toLowerCase();
  const found = rows.filter((row) =>
    Object.values(row).some((value) => shownValue(value).toLowerCase().includes(wanted)),
  );
  if (order === null) return found;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return found.sort((one, other) => compareValues(one[order.column], other[order.column], sign));
}

function compareValues(one: unknown, other: unknown, sign: number): number {
  const [first, second] = [shownValue(one), shownValue(other)];
  if (first === '' || second === '') return Number(first === '') - Number(second === '');
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * texts.compare(first, second);
}

/** Returns the order after a click on the head of a column: ascending, then descending, then by key. */
export function nextOrder(order: RowOrder | null, column: string): RowOrder | null {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null;
}
