import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { FlowKeysOptions } from '../rows/flow-keys-of.ts';
import { findOperation, stopOperation } from './find-operation.ts';
import { startOperation } from './start-operation.ts';
import { workOnOperation } from './work-on-operation.ts';

export type Operations = ReturnType<typeof openOperations>;

/** Bulk operations: ingress starts and stops them, executors work through them. */
export function openOperations(sql: Sql, { flowKeysOf }: FlowKeysOptions) {
  const on = operationsOn(sql);
  return {
    start: on(startOperation),
    find: on(findOperation),
    stop: on(stopOperation),
    work: () => workOnOperation(sql, flowKeysOf),
  };
}
