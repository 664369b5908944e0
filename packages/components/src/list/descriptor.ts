import { defineComponent, isObject, type ConfigProblem } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { keepsGroups } from './keeps-groups.ts';
import { OPERATION_SCHEMA } from './operations-schema.ts';
import { shapeAfter } from './shape-after.ts';

export const descriptor = defineComponent({
  type: 'list',
  title: 'List',
  description: 'Filters, sorts, groups, joins and reshapes the items of a list, one operation after the other.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'operations'],
    properties: {
      items: {
        type: 'string',
        title: 'Items',
        description: 'A template that gives a list; a single value is a list of one, nothing an empty list.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'list',
      },
      operations: {
        type: 'array',
        title: 'Operations',
        description: 'Each works on what the one before it leaves.',
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

/** What an aggregate gives is no list, unless it aggregates groups. */
function checkOrder(operations: readonly Json[]): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  let isGrouped = false;
  for (const [index, operation] of operations.entries()) {
    if (!isObject(operation)) continue;
    const pointer = `/operations/${index}`;
    if (operation.operation === 'aggregate') {
      problems.push(...checkValues(operation.values, isGrouped, `${pointer}/values`));
      if (!isGrouped && index < operations.length - 1)
        problems.push({
          pointer: `/operations/${index + 1}`,
          rule: 'nothing can follow aggregate, which gives one object, except where it follows group',
        });
    }
    isGrouped = operation.operation === 'group' || (isGrouped && keepsGroups(operation));
  }
  return problems;
}

function checkValues(values: Json | undefined, isGrouped: boolean, pointer: string): ConfigProblem[] {
  if (!Array.isArray(values)) return [];
  const seen = new Set<Json | undefined>();
  return values.filter(isObject).flatMap((value, index) => {
    const at = `${pointer}/${index}`;
    const problems: ConfigProblem[] = [];
    if (seen.has(value.key))
      problems.push({ pointer: `${at}/key`, rule: `the key ${String(value.key)} is used twice` });
    if (isGrouped && value.key === 'key')
      problems.push({ pointer: `${at}/key`, rule: 'the key `key` has the value of the group: choose another' });
    if (value.key === '__proto__') problems.push({ pointer: `${at}/key`, rule: 'the key __proto__ is reserved' });
    seen.add(value.key);
    return problems;
  });
}
