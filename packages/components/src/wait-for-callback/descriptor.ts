import {
  checkFields,
  defineComponent,
  fieldsSchema,
  waitSecondsSchema,
  type ConfigProblem,
} from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';

export const descriptor = defineComponent({
  type: 'wait-for-callback',
  title: 'Wait for callback',
  description: 'Gives another system an address, waits until that calls it, and goes on with what it sent.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      fields: { ...fieldsSchema('What the other system sends, as JSON.'), title: 'Fields', default: [] },
      timeoutSeconds: waitSecondsSchema,
      respond: {
        type: 'string',
        title: 'Response',
        description: 'What the caller is answered with 200; without it the answer is an empty 204.',
        minLength: 1,
        'x-control': 'template',
      },
    },
  },
  hasEffect: false,
  timeoutSeconds: null,
  produces: { name: 'callback', fieldsFromConfig: 'fields' },
  ports: ['next', 'timeout', 'error'],
  asks: 'callback',
  pinning: { nullPort: 'timeout' },
  checkConfig: ({ fields }) => [...checkFields(fields, '/fields'), ...fileFields(fields, '/fields')],
});

/** Files come by webhooks and forms, which store them. */
function fileFields(fields: Json | undefined, pointer: string): ConfigProblem[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index) => {
    const { type, items, fields: within } = (field ?? {}) as JsonObject;
    const at = `${pointer}/${index}`;
    if (type === 'FILE' || items === 'FILE')
      return [{ pointer: `${at}/type`, field: 'type', rule: 'must not be FILE: a callback takes none' }];
    const ofItems = (items as JsonObject | undefined)?.fields;
    return [...fileFields(within, `${at}/fields`), ...fileFields(ofItems, `${at}/items/fields`)];
  });
}
