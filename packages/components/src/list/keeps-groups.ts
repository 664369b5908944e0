import type { JsonObject } from '@workflow/workflow-model';

/** After these, the items are still those that `group` made. */
export function keepsGroups({ operation }: JsonObject): boolean {
  return operation === 'filter' || operation === 'sort' || operation === 'limit' || operation === 'unique';
}
