import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'error',
  title: 'On workflow failure',
  description: 'Runs when another workflow fails, for example to send an alert or to clean up.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      workflows: {
        title: 'Workflows',
        description: 'All workflows of the organization, or only the selected ones.',
        anyOf: [
          { type: 'string', enum: ['all'] },
          {
            type: 'array',
            minItems: 1,
            maxItems: 1_000,
            items: { type: 'string', format: 'uuid', 'x-reference': { kind: 'workflow' } },
          },
        ],
        default: 'all',
        'x-control': 'workflows',
      },
    },
  },
  hasEffect: false,
  trigger: { sessions: 'ERROR', keeps: [], takes: 'placeholders' },
  produces: {
    name: 'failure',
    type: 'OBJECT',
    fields: [
      { key: 'id', type: 'TEXT' },
      { key: 'parentId', type: 'TEXT', optional: true },
      { key: 'workflowId', type: 'TEXT' },
      { key: 'workflowVersion', type: 'NUMBER', optional: true },
      { key: 'componentId', type: 'TEXT' },
      { key: 'trigger', type: 'TEXT' },
      { key: 'label', type: 'TEXT', optional: true },
      { key: 'mode', type: 'TEXT' },
      { key: 'status', type: 'TEXT' },
      { key: 'run', type: 'NUMBER' },
      { key: 'placeholderValues', type: 'JSON' },
      { key: 'output', type: 'JSON', optional: true },
      {
        key: 'error',
        type: 'OBJECT',
        fields: [
          { key: 'code', type: 'TEXT' },
          { key: 'message', type: 'TEXT' },
          { key: 'componentId', type: 'TEXT', optional: true },
          { key: 'errorId', type: 'TEXT', optional: true },
        ],
      },
      { key: 'createdAt', type: 'DATE_TIME' },
      { key: 'startedAt', type: 'DATE_TIME', optional: true },
      { key: 'finishedAt', type: 'DATE_TIME' },
      { key: 'waitingFor', type: 'TEXT', optional: true },
      { key: 'pool', type: 'TEXT', optional: true },
      { key: 'startsAt', type: 'DATE_TIME', optional: true },
      { key: 'expiresAt', type: 'DATE_TIME', optional: true },
      { key: 'moved', type: 'JSON', optional: true },
      { key: 'truncated', type: 'BOOLEAN', optional: true },
    ],
  },
});
