import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import { isJsonObject, type Json } from '@workflow/workflow-model';
import { keepsGroups } from './keeps-groups.ts';
import { OPERATION_SCHEMA } from './operations-schema.ts';
import { shapeAfter } from './shape-after.ts';

export const descriptor = defineComponent({
  type: 'list',
  title: 'List',
  description: 'Filters, sorts, groups, merges and reshapes the items of a list.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'operations'],
    properties: {
      items: {
        type: 'string',
        title: 'Items',
        description: 'A list. A single value counts as a list of one.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'list',
      },
      operations: {
        type: 'array',
        title: 'Operations',
        description: 'Applied in order.',
        maxItems: 50,
        default: [],
        'x-control': 'steps',
        items: OPERATION_SCHEMA,
      },
    },
  },
  hasEffect: false,
  produces: { name: 'list', shapeOf: ({ operations }) => shapeAfter(operations) },
  checkConfig: ({ operations }) => (Array.isArray(operations) ? checkOrder(operations) : []),
});

/** Checks that nothing follows an aggregate of the whole list, because its result is one object. */
function checkOrder(operations: readonly Json[]): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  let isGrouped = false;
  for (const [index, operation] of operations.entries()) {
    if (!isJsonObject(operation)) continue;
    const pointer = `/operations/${index}`;
    if (operation.operation === 'aggregate') {
      problems.push(...checkValues(operation.values, isGrouped, `${pointer}/values`));
      if (!isGrouped && index < operations.length - 1)
        problems.push({
          pointer: `/operations/${index + 1}`,
          rule: 'Nothing can follow Aggregate unless it is after Group, because its result is one object',
        });
    }
    isGrouped = operation.operation === 'group' || (isGrouped && keepsGroups(operation));
  }
  return problems;
}

function checkValues(values: Json | undefined, isGrouped: boolean, pointer: string): ConfigProblem[] {
  if (!Array.isArray(values)) return [];
  const seen = new Set<Json | undefined>();
  return values.filter(isJsonObject).flatMap((value, index) => {
    const at = `${pointer}/${index}`;
    const problems: ConfigProblem[] = [];
    if (seen.has(value.key))
      problems.push({ pointer: `${at}/key`, rule: `The key ${String(value.key)} is used twice` });
    if (isGrouped && value.key === 'key')
      problems.push({
        pointer: `${at}/key`,
        rule: 'The key "key" is reserved for the value of the group: choose another',
      });
    if (value.key === '__proto__') problems.push({ pointer: `${at}/key`, rule: 'The key __proto__ is reserved' });
    seen.add(value.key);
    return problems;
  });
}
