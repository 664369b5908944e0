import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

const MAX_TTL_SECONDS = 366 * 24 * 60 * 60;

export const descriptor = defineComponent({
  type: 'storage',
  title: 'Storage',
  description: 'Keeps values from one session to the next: a position, a counter, a mark.',
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
      },
      key: {
        type: 'string',
        title: 'Key',
        description: 'The name of the value; a template makes one for each customer, order or day.',
        minLength: 1,
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      value: {
        title: 'Value',
        description: 'What set stores, of any type, or the number that add adds; 1 when left out.',
        'x-control': 'template',
      },
      ttlSeconds: {
        type: 'integer',
        title: 'Forget after (seconds)',
        description: 'Counts from this step. Left out, set keeps the value for good, and add changes nothing in this.',
        minimum: 1,
        maximum: MAX_TTL_SECONDS,
      },
      scope: {
        type: 'string',
        title: 'Kept for',
        description: 'This workflow, or all workflows of the organization.',
        enum: ['workflow', 'organization'],
        default: 'workflow',
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
