import { DEFAULT_TIMEOUT_SECONDS, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { templateSites } from '../template-sites.ts';

export const output: ComponentDescriptor = {
  type: 'output',
  title: 'Output',
  description: "Sets the session's output. If several are reached, the last one in the definition wins.",
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['value'],
    properties: {
      value: { title: 'Value', description: 'A template, or JSON whose strings are templates.', 'x-control': 'json' },
    },
  },
  isTrigger: false,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: () => [],
  templates: (config) => templateSites(config.value, '/value'),
};
