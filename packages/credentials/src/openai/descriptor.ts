import { defineCredential } from '../define-credential.ts';
import { headerSecret, text, url } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'openai',
  title: 'OpenAI',
  description: "Signs in to OpenAI's models.",
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['apiKey'],
    properties: {
      baseUrl: {
        ...url,
        title: 'Base URL',
        description: 'The URL up to /responses. Default: https://api.openai.com/v1.',
      },
      apiKey: { ...headerSecret, title: 'API key' },
      organization: {
        ...text,
        title: 'Organization',
        description: 'The organization to charge, if the key belongs to several, such as org-123.',
        pattern: '^[\\x21-\\x7e]+$',
        'x-message': 'must be an identifier without spaces',
      },
    },
  },
});
