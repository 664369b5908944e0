import { code } from './code.ts';
import type { ComponentType } from './component.ts';
import { condition } from './condition.ts';
import { delay } from './delay.ts';
import { forEach } from './for-each.ts';
import { httpRequest } from './http-request.ts';
import { input } from './input.ts';
import { jsonParse } from './json-parse.ts';
import { output } from './output.ts';
import { runWorkflow } from './run-workflow.ts';
import { switchType } from './switch.ts';
import { transform } from './transform.ts';
import { webhook } from './webhook.ts';

/** Every type of the catalogue. */
export const COMPONENT_RUNNERS: ReadonlyMap<string, ComponentType> = new Map([
  ['input', input],
  ['webhook', webhook],
  ['json-parse', jsonParse],
  ['transform', transform],
  ['condition', condition],
  ['switch', switchType],
  ['http-request', httpRequest],
  ['delay', delay],
  ['code', code],
  ['run-workflow', runWorkflow],
  ['for-each', forEach],
  ['output', output],
]);
