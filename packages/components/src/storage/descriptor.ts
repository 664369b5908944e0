import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

const MAX_TTL_SECONDS = 366 * 24 * 60 * 60;

export const descriptor = defineComponent({
  type: 'storage',
  title: 'Storage',
  description: 'Stores values from one session to the next, such as a counter or cursor.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['operation', 'key'],
    properties: {
      operation: {
        type: 'string',
        title: 'Operation',
        enum: ['get', 'set', 'add', 'delete'],
        default: 'get',
        'x-labels': { get: 'Get', set: 'Set', add: 'Add to a number', delete: 'Delete' },
      },
      key: {
        type: 'string',
        title: 'Key',
        description: 'The name of the value. {{ … }} makes a separate value for each customer, order or day.',
        minLength: 1,
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      value: {
        title: 'Value',
        description: 'The value to set, of any type, or the number to add (default 1).',
        'x-control': 'template',
      },
      ttlSeconds: {
        type: 'integer',
        title: 'Expires after (seconds)',
        description: 'From this step. If empty, Set never expires and Add leaves the expiry unchanged.',
        minimum: 1,
        maximum: MAX_TTL_SECONDS,
      },
      scope: {
        type: 'string',
        title: 'Scope',
        description: 'Share the value among the sessions of this workflow, or of all workflows.',
        enum: ['workflow', 'organization'],
        default: 'workflow',
        'x-labels': { workflow: 'This workflow', organization: 'All workflows of the organization' },
      },
    },
  },
  hasEffect: true,
  produces: { name: 'stored', type: 'JSON' },
  pinning: 'any',
  boundToWorkflow: ({ scope }) => scope !== 'organization',
  checkConfig: checkOperation,
});

function checkOperation({ operation, value, ttlSeconds }: JsonObject): ConfigProblem[] {
  if (operation === 'set')
    return value === undefined ? [{ pointer: '/value', field: 'value', rule: 'is required with operation set' }] : [];
  if (operation !== 'get' && operation !== 'delete') return [];
  const given = Object.entries({ value, ttlSeconds }).filter(([, one]) => one !== undefined);
  return given.map(([field]) => ({ pointer: `/${field}`, field, rule: `is not allowed with operation ${operation}` }));
}
