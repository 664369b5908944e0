import type { JsonSchema, StoredConfig } from '../describe/config-types.ts';
import type { ComponentDescriptor } from '../describe/descriptor.ts';
import type { ComponentRunner } from './define-runner.ts';
import type { Poll } from './polling.ts';
import { triggerRunner } from './trigger-runner.ts';

/** Defines the run code of a trigger that polls. */
export function definePoller<Schema extends JsonSchema>(
  _descriptor: ComponentDescriptor<Schema>,
  poll: Poll<StoredConfig<Schema>>,
): ComponentRunner {
  return { ...triggerRunner, poll } as ComponentRunner;
}
