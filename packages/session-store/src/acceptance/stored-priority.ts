import { PRIORITIES, type Priority } from '@workflow/workflow-model';

/** Returns the column `sessions.priority`: lower values start first. */
export function storedPriority(priority: Priority = 'normal'): number {
  return PRIORITIES.indexOf(priority);
}
