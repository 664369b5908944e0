import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import { isJsonObject, pointerToken, type JsonObject } from '@workflow/workflow-model';
import { refusedHeader, refusedValue } from './refused-headers.ts';

export const descriptor = defineComponent({
  type: 'respond',
  title: 'Respond',
  description:
    'Sends the response to the webhook caller. The workflow continues. ' +
    'The webhook must have Response switched on.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      status: {
        title: 'Status',
        description: '200 to 599, or {{ … }} that evaluates to a status.',
        anyOf: [
          { type: 'integer', minimum: 200, maximum: 599 },
          { type: 'string', minLength: 1 },
        ],
        default: 200,
        'x-control': 'template',
      },
      contentType: {
        type: 'string',
        title: 'Content type',
        description: 'If empty, text/plain for text, application/json for JSON, and the type of the file for files.',
        minLength: 1,
        maxLength: 255,
        'x-control': 'template',
        'x-template': 'text',
      },
      headers: {
        type: 'object',
        title: 'Headers',
        maxProperties: 100,
        'x-control': 'json',
        additionalProperties: { type: 'string', 'x-control': 'template' },
      },
      body: {
        title: 'Body',
        description: 'Text, JSON or a file. {{ … }} inserts values.',
        'x-control': 'json',
        'x-text-of': 'contentType',
      },
    },
  },
  newConfig: { status: 200, body: { ok: true } },
  hasEffect: false,
  boundToWorkflow: () => true,
  needsOfTrigger: { property: 'response', value: {} },
  checkConfig: ({ headers }) => (isJsonObject(headers) ? checkHeaders(headers) : []),
});

function checkHeaders(headers: JsonObject): ConfigProblem[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const pointer = `/headers/${pointerToken(name)}`;
    const refused = refusedHeader(name);
    if (refused !== null) return [{ pointer, rule: refused }];
    const refusedAs = typeof value === 'string' && !value.includes('{{') ? refusedValue(name, value) : null;
    if (refusedAs !== null) return [{ pointer, rule: refusedAs }];
    return typeof value === 'string' && /[\r\n]/.test(value)
      ? [{ pointer, rule: `The header ${name} must not contain a line break` }]
      : [];
  });
}
