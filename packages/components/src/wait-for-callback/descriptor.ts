import {
  checkFields,
  checkNotify,
  defineComponent,
  fieldsSchema,
  notifySchema,
  waitSecondsSchema,
  type ConfigProblem,
} from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';

export const descriptor = defineComponent({
  type: 'wait-for-callback',
  title: 'Wait for callback',
  description:
    'Waits until another system calls a URL, then continues with the data it sent. ' +
    'Switch on Notify to send the URL, or send {{ $callbackUrl("name of this component") }} in an earlier component.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      fields: { ...fieldsSchema('The JSON fields that the other system sends.'), title: 'Fields', default: [] },
      notify: notifySchema,
      timeoutSeconds: waitSecondsSchema,
      respond: {
        type: 'string',
        title: 'Response',
        description: 'Sent to the caller with status 200. If empty, the caller gets 204 without a body.',
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
  checkConfig: ({ fields, notify }) => [
    ...checkNotify(notify),
    ...checkFields(fields, '/fields'),
    ...fileFields(fields, '/fields'),
  ],
});

/** Finds fields of type FILE, which only webhooks and forms can receive. */
function fileFields(fields: Json | undefined, pointer: string): ConfigProblem[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index) => {
    const { type, items, fields: within } = (field ?? {}) as JsonObject;
    const at = `${pointer}/${index}`;
    if (type === 'FILE' || items === 'FILE')
      return [{ pointer: `${at}/type`, field: 'type', rule: 'must not be FILE: a callback cannot send files' }];
    const ofItems = (items as JsonObject | undefined)?.fields;
    return [...fileFields(within, `${at}/fields`), ...fileFields(ofItems, `${at}/items/fields`)];
  });
}
