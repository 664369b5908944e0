/** Every component type, in the order in which a palette shows them. Each is a folder beside this file. */
export const COMPONENT_TYPE_NAMES = [
  'input',
  'webhook',
  'form',
  'schedule',
  'json-parse',
  'transform',
  'condition',
  'switch',
  'http-request',
  'send-email',
  'database-query',
  's3',
  'ask-model',
  'delay',
  'wait-for-callback',
  'approval',
  'list',
  'convert',
  'crypto',
  'code',
  'run-workflow',
  'for-each',
  'output',
  'fail',
] as const;

export type ComponentTypeName = (typeof COMPONENT_TYPE_NAMES)[number];
