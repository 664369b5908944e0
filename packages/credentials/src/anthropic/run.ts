import type { ModelServer } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { tryModels } from '../try-request.ts';
import { descriptor } from './descriptor.ts';

const OWN_BASE_URL = 'https://api.anthropic.com/v1';
const API_VERSION = '2023-06-01';

export const runner = defineCredentialRunner(descriptor, {
  open: ({ baseUrl = OWN_BASE_URL, apiKey }): ModelServer => ({
    api: 'messages',
    baseUrl: baseUrl.replace(/\/$/, ''),
    apiKey,
  }),
  test: ({ baseUrl = OWN_BASE_URL, apiKey }, reach) =>
    tryModels(reach, baseUrl, { 'x-api-key': apiKey, 'anthropic-version': API_VERSION }),
});
