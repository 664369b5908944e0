import { DEFAULT_TIMEOUT_SECONDS, namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { templateSites } from '../template-sites.ts';

export const httpRequest: ComponentDescriptor = {
  type: 'http-request',
  title: 'HTTP request',
  description: 'Calls another server. An answer of 4xx or 5xx fails the step unless any status is accepted.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['method', 'url'],
    properties: {
      method: { type: 'string', title: 'Method', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], default: 'GET' },
      url: { type: 'string', title: 'URL', minLength: 1, 'x-control': 'template' },
      headers: {
        type: 'object', title: 'Headers', maxProperties: 100, 'x-control': 'json',
        additionalProperties: { type: 'string', 'x-control': 'template' },
      },
      query: {
        type: 'object', title: 'Query parameters', maxProperties: 100, 'x-control': 'json',
        additionalProperties: { type: 'string', 'x-control': 'template' },
      },
      body: { title: 'Body', description: 'A template, or JSON whose strings are templates.', 'x-control': 'json' },
      bodyType: { type: 'string', title: 'Body type', enum: ['json', 'form', 'text'], default: 'json' },
      acceptAnyStatus: { type: 'boolean', title: 'Accept any status', description: 'Go on by next after 4xx and 5xx as well.', default: false },
    },
  },
  isTrigger: false,
  hasEffect: true,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: (component) =>
    namedOutput(component, {
      type: 'OBJECT',
      fields: [{ key: 'status', type: 'NUMBER' }, { key: 'headers', type: 'JSON' }, { key: 'body', type: 'JSON' }],
    }),
  templates: (config) => [
    ...templateSites(config.url, '/url'),
    ...templateSites(config.headers, '/headers'),
    ...templateSites(config.query, '/query'),
    ...templateSites(config.body, '/body'),
  ],
};
