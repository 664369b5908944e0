import { orderedColumn } from './key-order.ts';

/**
 * SQL of the bytes of a value as JSON text, 0 for none. Stored sizes are read without the values. To measure a value of
 * megabytes PostgreSQL has to write it as text.
 */
export function valueBytes(table: string, column: 'input' | 'output' | 'placeholder_values'): string {
  const [bytes, value] = {
    input: ['input_bytes', orderedColumn(table, 'input', 'ordered_input')],
    output: ['output_bytes', orderedColumn(table, 'output', 'ordered_output')],
    placeholder_values: ['values_bytes', orderedColumn(table, 'placeholder_values', 'ordered_values')],
  }[column];
  return `coalesce(${table}.${bytes}, octet_length(${value}::text), 0)`;
}
