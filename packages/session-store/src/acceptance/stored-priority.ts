import { PRIORITIES, type Priority } from '@workflow/workflow-model';

/** Returns the value of the column `sessions.priority`. Lower values start first. */
export function storedPriority(priority: Priority = 'normal'): number {
  return PRIORITIES.indexOf(priority);
}
