import { isJsonObject, type Field, type Json, type JsonObject, type ValueShape } from '@workflow/workflow-model';
import { keepsGroups } from './keeps-groups.ts';

/** Returns the type of the result, as far as the operations define it. */
export function shapeAfter(operations: Json | undefined): ValueShape {
  let shape: ValueShape = { type: 'JSON' };
  let isGrouped = false;
  for (const operation of Array.isArray(operations) ? operations : []) {
    if (!isJsonObject(operation)) return { type: 'JSON' };
    shape = nextShape(shape, isGrouped, operation);
    isGrouped = operation.operation === 'group' || (isGrouped && keepsGroups(operation));
  }
  return shape;
}

function nextShape(shape: ValueShape, isGrouped: boolean, operation: JsonObject): ValueShape {
  switch (operation.operation) {
    case 'filter':
    case 'sort':
    case 'limit':
    case 'unique':
      return shape;
    case 'group':
      return listOf([
        { key: 'key', type: 'JSON' },
        { key: 'items', type: 'JSON' },
      ]);
    case 'pick':
      return pickedShape(operation.fields);
    case 'aggregate': {
      const fields = aggregatedFields(operation.values);
      return isGrouped ? listOf([{ key: 'key', type: 'JSON' }, ...fields]) : { type: 'OBJECT', fields };
    }
    default:
      return { type: 'JSON' };
  }
}

function listOf(fields: Field[]): ValueShape {
  return { type: 'LIST', items: { type: 'OBJECT', fields } };
}

/** Returns the type of the picked fields. The first name of a path is the field. */
function pickedShape(fields: Json | undefined): ValueShape {
  if (!Array.isArray(fields)) return { type: 'JSON' };
  const names = fields.filter((field) => typeof field === 'string');
  if (names.some((name) => name.includes('.'))) return { type: 'JSON' };
  return listOf([...new Set(names)].map((key) => ({ key, type: 'JSON', optional: true })));
}

function aggregatedFields(values: Json | undefined): Field[] {
  if (!Array.isArray(values)) return [];
  return values.filter(isJsonObject).flatMap((value): Field[] => {
    if (typeof value.key !== 'string' || value.key === '') return [];
    const isNumber = value.function === 'count' || value.function === 'sum';
    return [{ key: value.key, type: isNumber ? 'NUMBER' : 'JSON' }];
  });
}
