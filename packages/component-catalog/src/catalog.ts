import type { ComponentDescriptor } from './descriptor.ts';
import { code } from './types/code.ts';
import { condition } from './types/condition.ts';
import { delay } from './types/delay.ts';
import { forEach } from './types/for-each.ts';
import { httpRequest } from './types/http-request.ts';
import { input } from './types/input.ts';
import { jsonParse } from './types/json-parse.ts';
import { output } from './types/output.ts';
import { runWorkflow } from './types/run-workflow.ts';
import { switchType } from './types/switch.ts';
import { transform } from './types/transform.ts';
import { webhook } from './types/webhook.ts';

/** Every component type, in the order a palette shows them. */
export const COMPONENT_TYPES: readonly ComponentDescriptor[] = [
  input,
  webhook,
  jsonParse,
  transform,
  condition,
  switchType,
  httpRequest,
  delay,
  code,
  runWorkflow,
  forEach,
  output,
];

const byType = new Map(COMPONENT_TYPES.map((descriptor) => [descriptor.type, descriptor]));

/** The descriptor of a component type; undefined when there is none. */
export function findComponentType(type: string): ComponentDescriptor | undefined {
  return byType.get(type);
}
