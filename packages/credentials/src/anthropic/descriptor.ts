import { defineCredential } from '../define-credential.ts';
import { headerSecret, url } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'anthropic',
  title: 'Anthropic',
  description: "Signs in to Anthropic's models.",
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['apiKey'],
    properties: {
      baseUrl: {
        ...url,
        title: 'Base URL',
        description: 'The URL up to /messages. Default: https://api.anthropic.com/v1.',
      },
      apiKey: { ...headerSecret, title: 'API key' },
    },
  },
});
