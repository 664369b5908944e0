import { orderedColumn } from './key-order.ts';

/**
 * Returns SQL of the bytes of a value as JSON text, 0 for none. Stored sizes are used if they exist, because PostgreSQL
 * has to write a value as text to measure it.
 */
export function valueBytes(table: string, column: 'input' | 'output' | 'placeholder_values'): string {
  const [bytes, value] = {
    input: ['input_bytes', orderedColumn(table, 'input', 'ordered_input')],
    output: ['output_bytes', orderedColumn(table, 'output', 'ordered_output')],
    placeholder_values: ['values_bytes', orderedColumn(table, 'placeholder_values', 'ordered_values')],
  }[column];
  return `coalesce(${table}.${bytes}, octet_length(${value}::text), 0)`;
}
