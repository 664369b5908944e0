import type { ResolvedConfig } from '@workflow/component-kit';
import type { OPERATION_SCHEMA } from './operations-schema.ts';
import type { Operation } from './operations/operation.ts';

export type ConfiguredOperation = ResolvedConfig<typeof OPERATION_SCHEMA>;

/** Returns an operation with its resolved config, for lists that are processed in this process. */
export function readyOperation(one: ConfiguredOperation): Operation {
  if (one.operation !== 'filter') return one as Operation;
  return { operation: 'filter', evaluate: (item, index) => one.expression({ item, index }) };
}
