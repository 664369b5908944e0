import { ALL_FIELDS, defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { Field, JsonObject } from '@workflow/workflow-model';

/** The placeholder with the number of the item, beginning with 0. */
const INDEX = 'index';
/** Matches the names that expressions can read without quotes. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

export const descriptor = defineComponent({
  type: 'for-each',
  title: 'For each',
  description: 'Runs components, or another workflow, for each item of a list and collects the outputs in order.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'itemKey'],
    properties: {
      items: {
        type: 'string',
        title: 'Items',
        description: 'A list. A single value counts as a list of one.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'list',
      },
      body: {
        type: 'object',
        title: 'Loop body',
        description:
          'The components that run for each item, instead of another workflow. They can read the placeholders that ' +
          'are available to this component, the item placeholder, and index, which begins with 0. The ' +
          'Output component in the loop sets the result of the item.',
        additionalProperties: false,
        required: ['components'],
        'x-control': 'body',
        properties: {
          components: { type: 'array', items: { type: 'object' } },
          connections: { type: 'array', items: { type: 'object' } },
        },
      },
      workflowId: {
        type: 'string',
        title: 'Workflow',
        format: 'uuid',
        'x-reference': { kind: 'workflow' },
        'x-with-body': false,
      },
      componentId: {
        type: 'string',
        title: 'Start at',
        format: 'uuid',
        'x-reference': { kind: 'component', of: 'workflowId' },
        'x-with-body': false,
      },
      itemKey: {
        type: 'string',
        title: 'Item placeholder',
        description:
          'The placeholder that receives the item. To run another workflow, enter * to pass each field of an item ' +
          'to the placeholder of the same name.',
        'x-placeholders': { as: 'key', workflow: 'workflowId', component: 'componentId' },
        minLength: 1,
        maxLength: 512,
      },
      placeholderValues: {
        type: 'object',
        title: 'Shared values',
        description: 'Placeholder values that are the same for every item. They replace fields of the item.',
        maxProperties: 500,
        default: {},
        'x-control': 'json',
        'x-template': 'optional',
        'x-placeholders': { as: 'values', workflow: 'workflowId', component: 'componentId' },
        'x-with-body': false,
        additionalProperties: { 'x-control': 'template' },
      },
      concurrency: {
        type: 'integer',
        title: 'Concurrency',
        description: 'How many items run at the same time.',
        minimum: 1,
        maximum: 100,
        default: 10,
      },
      onItemError: {
        type: 'string',
        title: 'When an item fails',
        description: 'With Continue, each result is { "output": … } or { "error": … }.',
        enum: ['fail', 'continue'],
        default: 'fail',
        'x-labels': { fail: 'Stop and fail', continue: 'Continue and collect errors' },
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: null,
  produces: { name: 'results', type: 'JSON' },
  newConfig: { itemKey: 'item', body: { components: [], connections: [] } },
  startsSessions: { waits: () => true },
  body: {
    property: 'body',
    fields({ itemKey }): Field[] {
      const index: Field = { key: INDEX, type: 'NUMBER' };
      return typeof itemKey === 'string' && itemKey !== '' ? [{ key: itemKey, type: 'JSON' }, index] : [index];
    },
  },
  checkConfig: (config) => (config['body'] === undefined ? checkTarget(config) : checkBodyConfig(config)),
});

function checkTarget(config: JsonObject): ConfigProblem[] {
  return ['workflowId', 'componentId']
    .filter((key) => config[key] === undefined)
    .map((key) => ({ pointer: `/${key}`, field: `config.${key}`, rule: 'is required' }));
}

function checkBodyConfig(config: JsonObject): ConfigProblem[] {
  const unused = ['workflowId', 'componentId', 'placeholderValues'].filter((key) => config[key] !== undefined);
  const problems: ConfigProblem[] = unused.map((key) => ({
    pointer: `/${key}`,
    field: `config.${key}`,
    rule: 'must be left out with body',
  }));
  const { itemKey } = config;
  if (typeof itemKey === 'string' && itemKey !== '' && (itemKey === INDEX || !IDENTIFIER.test(itemKey)))
    problems.push({
      pointer: '/itemKey',
      field: 'config.itemKey',
      rule: `must be a name of letters, digits and _ with body, and neither ${INDEX} nor ${ALL_FIELDS}`,
    });
  return problems;
}
