import { defineComponent } from '@workflow/component-kit';

/** The maximum length of a code after its templates are filled in. */
export const MAX_CODE_LENGTH = 100;

export const descriptor = defineComponent({
  type: 'fail',
  title: 'Fail',
  description: 'Ends the session as failed, with your code and message.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['code', 'message'],
    properties: {
      code: {
        type: 'string',
        title: 'Code',
        description: 'Identifies the failure for programs, such as ORDER_REFUSED.',
        minLength: 1,
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      message: {
        type: 'string',
        title: 'Message',
        description: 'Shown to people. Cut after 2,000 characters.',
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
