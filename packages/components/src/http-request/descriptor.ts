import { defineComponent, HTTP_CREDENTIAL_TYPES, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

export const descriptor = defineComponent({
  type: 'http-request',
  title: 'HTTP request',
  description: 'Sends an HTTP request. The step fails on a 4xx or 5xx response unless any status is accepted.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['method', 'url'],
    properties: {
      method: {
        type: 'string',
        title: 'Method',
        enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
        default: 'GET',
      },
      url: {
        type: 'string',
        title: 'URL',
        description: 'Values in the path or query are URL-encoded. Use $raw() to insert one as is.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'url',
      },
      headers: {
        type: 'object',
        title: 'Headers',
        maxProperties: 100,
        'x-control': 'json',
        additionalProperties: { type: 'string', 'x-control': 'template' },
      },
      query: {
        type: 'object',
        title: 'Query parameters',
        maxProperties: 100,
        'x-control': 'json',
        additionalProperties: { type: 'string', 'x-control': 'template' },
      },
      body: {
        title: 'Body',
        description: 'Text or JSON. {{ … }} inserts values.',
        'x-control': 'json',
        'x-text-of': 'bodyType',
      },
      bodyType: {
        type: 'string',
        title: 'Body type',
        enum: ['json', 'form', 'text', 'multipart', 'file'],
        default: 'json',
        'x-labels': {
          json: 'JSON',
          form: 'Form (URL-encoded)',
          text: 'Text',
          multipart: 'Multipart form, with files',
          file: 'One file',
        },
      },
      responseAs: {
        type: 'string',
        title: 'Response as',
        description: 'File: save the response body as a file.',
        enum: ['value', 'file'],
        default: 'value',
        'x-labels': { value: 'Value (JSON or text)', file: 'File' },
      },
      credential: {
        type: 'string',
        title: 'Credential',
        description: 'Used only for the hosts set in the credential.',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: HTTP_CREDENTIAL_TYPES },
      },
      throttle: {
        type: 'object',
        title: 'Throttle',
        description:
          'Limits how often the organization calls this host. ' +
          'Waiting does not count towards the timeout or the retries.',
        additionalProperties: false,
        required: ['perSecond'],
        properties: {
          perSecond: {
            type: 'number',
            title: 'Calls per second',
            description: 'Can be less than 1: 0.1 is one call every 10 seconds.',
            minimum: 0.001,
            maximum: 100_000,
          },
          burst: {
            type: 'integer',
            title: 'Burst',
            description: 'How many calls may start at the same time after a pause.',
            minimum: 1,
            maximum: 100_000,
            default: 1,
          },
          key: {
            type: 'string',
            title: 'Key',
            description: 'Calls with the same key share the limit. If empty, the host of the URL.',
            minLength: 1,
            'x-control': 'template',
            'x-template': 'text',
          },
        },
      },
      acceptAnyStatus: {
        type: 'boolean',
        title: 'Accept any status',
        description: 'A 4xx or 5xx response does not fail the step.',
        default: false,
      },
    },
  },
  hasEffect: true,
  produces: {
    name: 'response',
    type: 'OBJECT',
    fields: [
      { key: 'status', type: 'NUMBER' },
      { key: 'headers', type: 'JSON' },
      { key: 'body', type: 'JSON' },
      { key: 'bodyEncoding', type: 'TEXT', optional: true },
      { key: 'text', type: 'TEXT', optional: true },
    ],
  },
  pinning: 'partial',
  checkConfig: checkBody,
});

/** Refuses a body for a method whose requests have none: servers may ignore or refuse it (RFC 9110 §9.3.1). */
function checkBody({ method, body }: JsonObject): ConfigProblem[] {
  if ((method !== 'GET' && method !== 'HEAD') || body === undefined || body === null) return [];
  return [{ pointer: '/body', rule: `A ${method} request has no body: remove it or choose another method` }];
}
