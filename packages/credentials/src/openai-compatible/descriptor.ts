import { defineCredential } from '../define-credential.ts';
import { headerSecret, url } from '../field-schemas.ts';

export const descriptor = defineCredential({
  type: 'openai-compatible',
  title: 'OpenAI-compatible models',
  description: 'Signs in to a model server with the API of OpenAI.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['baseUrl', 'apiKey'],
    properties: {
      baseUrl: {
        ...url,
        title: 'Base URL',
        description: 'The URL up to /chat/completions, such as https://api.openai.com/v1.',
      },
      apiKey: { ...headerSecret, title: 'API key' },
    },
  },
});
