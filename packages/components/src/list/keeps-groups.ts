import type { JsonObject } from '@workflow/workflow-model';

/** Returns true if the items are still groups after the operation. */
export function keepsGroups({ operation }: JsonObject): boolean {
  return operation === 'filter' || operation === 'sort' || operation === 'limit' || operation === 'unique';
}
