import { ALL_FIELDS, type PlaceholdersAnnotation } from '@workflow/component-kit';
import { objectOrEmpty, type Field, type JsonObject } from '@workflow/workflow-model';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { KeyValueField } from './key-value-field.tsx';
import { NamedValuesField, type NamedValuesProps } from './named-values-field.tsx';
import { textIn } from './text-in.ts';
import { useChildFields } from './use-child-start.ts';

/** A template for each placeholder that the other workflow takes; rows of name and value until one is chosen. */
export function ChildValuesField(props: NamedValuesProps) {
  const { schema, siblings, value } = props;
  const annotation = schema['x-placeholders'] as PlaceholdersAnnotation;
  const fields = useChildFields(textIn(siblings, annotation.workflow), textIn(siblings, annotation.component));
  if (fields === null) return <KeyValueField {...props} />;
  const rows = rowsOf(
    fields.filter(({ key }) => !isItem(siblings, key)),
    objectOrEmpty(value),
  );
  return (
    <NamedValuesField
      {...props}
      names={rows.map(({ key, field }) => ({
        key,
        description: `${nameOf(typeNames, field.type)}, ${sourceOf(siblings, field)}`,
      }))}
      none="The workflow has no other placeholders."
      unknown="The workflow has no placeholder of this name."
    />
  );
}

/** A row for each field, those of an OBJECT under dotted keys (contract §2.2 rule 6), unless it is given whole. */
function rowsOf(fields: readonly Field[], values: JsonObject, prefix = ''): { key: string; field: Field }[] {
  return fields.flatMap((field) => {
    const key = prefix + field.key;
    const isWhole = Object.hasOwn(values, key) || (field.fields ?? []).length === 0;
    return field.type === 'OBJECT' && !isWhole ? rowsOf(field.fields ?? [], values, `${key}.`) : [{ key, field }];
  });
}

function sourceOf(siblings: JsonObject, { optional }: Field): string {
  if (siblings['itemKey'] === ALL_FIELDS) return 'from the item if empty';
  return optional === true ? 'optional' : 'required';
}

/** Returns true if each item sets it, because another property names it. */
function isItem(siblings: JsonObject, key: string): boolean {
  return siblings['itemKey'] === key;
}
