import { defineComponent } from '@workflow/component-kit';

/** Longest code as `run` accepts it, after templates are filled in. */
export const MAX_CODE_LENGTH = 100;

export const descriptor = defineComponent({
  type: 'fail',
  title: 'Fail',
  description: 'Ends the session as failed, with a code and a message of your own.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['code', 'message'],
    properties: {
      code: {
        type: 'string',
        title: 'Code',
        description: 'What programs tell the failure by, such as ORDER_REFUSED.',
        minLength: 1,
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      message: {
        type: 'string',
        title: 'Message',
        description: 'What people read. Longer than 2,000 characters it is cut.',
        minLength: 1,
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
    },
  },
  hasEffect: false,
  ports: [],
});
