import type { JsonObject } from '@workflow/workflow-model';
import { DEFAULT_PORT, DEFAULT_TIMEOUT_SECONDS, ERROR_PORT, NEXT_PORT } from '../descriptor.ts';
import type { ComponentDescriptor, ConfigProblem } from '../descriptor.ts';
import { isObject } from '../field-schema.ts';
import { expressionSite } from '../template-sites.ts';

const RESERVED_PORTS: readonly string[] = [DEFAULT_PORT, NEXT_PORT, ERROR_PORT];

export const switchType: ComponentDescriptor = {
  type: 'switch',
  title: 'Switch',
  description: 'Routes to the port of the first case that is true, or to default.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['cases'],
    properties: {
      cases: {
        type: 'array',
        title: 'Cases',
        minItems: 1,
        maxItems: 50,
        items: {
          type: 'object',
          title: 'Case',
          additionalProperties: false,
          required: ['port', 'expression'],
          properties: {
            port: { type: 'string', title: 'Port', minLength: 1, maxLength: 64 },
            expression: { type: 'string', title: 'Expression', minLength: 1, 'x-control': 'expression' },
          },
        },
      },
    },
  },
  isTrigger: false,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: (config) => [
    ...casesOf(config)
      .map((item) => item.port)
      .filter((port) => typeof port === 'string')
      .filter((port) => !RESERVED_PORTS.includes(port)),
    DEFAULT_PORT,
    ERROR_PORT,
  ],
  outputs: () => [],
  templates: (config) =>
    casesOf(config).flatMap((item, index) => expressionSite(item.expression, `/cases/${index}/expression`)),
  checkConfig: checkPortNames,
};

function casesOf(config: JsonObject): JsonObject[] {
  return Array.isArray(config.cases) ? config.cases.map((item) => (isObject(item) ? item : {})) : [];
}

function checkPortNames(config: JsonObject): ConfigProblem[] {
  const seen = new Set<string>();
  return casesOf(config).flatMap(({ port }, index) => {
    const pointer = `/cases/${index}/port`;
    if (typeof port !== 'string') return [];
    if (RESERVED_PORTS.includes(port)) return [{ pointer, message: `the port name ${port} is reserved` }];
    if (seen.has(port)) return [{ pointer, message: `the port name ${port} is used twice` }];
    seen.add(port);
    return [];
  });
}
