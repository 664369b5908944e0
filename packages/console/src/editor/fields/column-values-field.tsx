import { useQuery } from '@tanstack/react-query';
import type { ColumnsAnnotation } from '@workflow/component-kit';
import { tablesQuery } from '../../api/queries/tables.ts';
import type { Field } from '@workflow/workflow-model';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { KeyValueField } from './key-value-field.tsx';
import { NamedValuesField, type NamedValuesProps } from './named-values-field.tsx';
import { textIn } from './text-in.ts';

/** A template for each column of the selected table; rows of name and value until one is. */
export function ColumnValuesField(props: NamedValuesProps) {
  const { schema, siblings } = props;
  const { table: property } = schema['x-columns'] as ColumnsAnnotation;
  const name = textIn(siblings, property);
  const { data } = useQuery(tablesQuery);
  const table = data?.items.find((one) => one.name === name);
  if (table === undefined) return <KeyValueField {...props} />;
  return (
    <NamedValuesField
      {...props}
      names={(table.columns as unknown as Field[]).map((column) => ({ key: column.key, description: wordsOf(column) }))}
      none="The table has no columns."
      unknown="The table has no column of this name."
    />
  );
}

function wordsOf({ type, optional }: Field): string {
  return `${nameOf(typeNames, type)}, ${optional === true ? 'optional' : 'required'}`;
}
