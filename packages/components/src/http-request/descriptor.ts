import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

export const descriptor = defineComponent({
  type: 'http-request',
  title: 'HTTP request',
  description: 'Calls another server. A response of 4xx or 5xx fails the step unless any status is accepted.',
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
        description:
          'A template within the path or the query is encoded as one part, unless it is within $raw(). One at the ' +
          'beginning is used unchanged.',
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
        description: 'A template, or JSON whose strings are templates.',
        'x-control': 'json',
        'x-text-of': 'bodyType',
      },
      bodyType: {
        type: 'string',
        title: 'Body type',
        description:
          '`multipart` sends an object of fields, in which files may be; `file` sends the bytes of one file.',
        enum: ['json', 'form', 'text', 'multipart', 'file'],
        default: 'json',
      },
      responseAs: {
        type: 'string',
        title: 'Response as',
        description: '`file` stores the body of the response, of whatever size, and gives a FILE.',
        enum: ['value', 'file'],
        default: 'value',
      },
      credential: {
        type: 'string',
        title: 'Credential',
        description: 'Signs the request in at the hosts that the credential is for.',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['http-basic', 'http-bearer', 'http-header', 'oauth2'] },
      },
      throttle: {
        type: 'object',
        title: 'Throttle',
        description:
          'How often the organization calls the host, on all executors. Waiting uses up neither time-out nor a try.',
        additionalProperties: false,
        required: ['perSecond'],
        properties: {
          perSecond: {
            type: 'number',
            title: 'Calls per second',
            description: 'Less than one is possible: 0.1 is a call every 10 seconds.',
            minimum: 0.001,
            maximum: 100_000,
          },
          burst: {
            type: 'integer',
            title: 'Burst',
            description: 'How many may begin at once after a pause.',
            minimum: 1,
            maximum: 100_000,
            default: 1,
          },
          key: {
            type: 'string',
            title: 'Key',
            description: 'What is counted together; the host of the URL when left out.',
            minLength: 1,
            'x-control': 'template',
            'x-template': 'text',
          },
        },
      },
      acceptAnyStatus: {
        type: 'boolean',
        title: 'Accept any status',
        description: 'Continue on the port next after 4xx and 5xx as well.',
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

/** A server may ignore or refuse the body of such a request (RFC 9110 §9.3.1), and none is sent. */
function checkBody({ method, body }: JsonObject): ConfigProblem[] {
  if ((method !== 'GET' && method !== 'HEAD') || body === undefined || body === null) return [];
  return [{ pointer: '/body', rule: `a ${method} request has no body: remove it or choose another method` }];
}
