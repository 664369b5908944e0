import { defineComponent, DEFAULT_PORT, ERROR_PORT, NEXT_PORT, type ConfigProblem } from '@workflow/component-kit';
import { objectOrEmpty, type JsonObject } from '@workflow/workflow-model';

const RESERVED_PORTS: readonly string[] = [DEFAULT_PORT, NEXT_PORT, ERROR_PORT];

export const descriptor = defineComponent({
  type: 'switch',
  title: 'Switch',
  description: 'Continues on the port of the first case that is true, or on default.',
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
  hasEffect: false,
  onlyComputes: true,
  ports: { list: 'cases', key: 'port', followedBy: [DEFAULT_PORT, ERROR_PORT] },
  newConfig: { cases: [{ port: 'case 1', expression: '' }] },
  pinning: 'port',
  checkConfig: checkPortNames,
});

function casesOf(config: JsonObject): JsonObject[] {
  return Array.isArray(config.cases) ? config.cases.map((item) => objectOrEmpty(item)) : [];
}

function checkPortNames(config: JsonObject): ConfigProblem[] {
  const seen = new Set<string>();
  return casesOf(config).flatMap(({ port }, index) => {
    const pointer = `/cases/${index}/port`;
    if (typeof port !== 'string') return [];
    if (RESERVED_PORTS.includes(port)) return [{ pointer, rule: `The port name ${port} is reserved` }];
    if (seen.has(port)) return [{ pointer, rule: `The port name ${port} is used twice` }];
    seen.add(port);
    return [];
  });
}
