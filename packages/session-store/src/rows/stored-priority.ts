import { PRIORITIES, type Priority } from '@workflow/workflow-model';

/** The column `sessions.priority`: what is lower starts first. */
export function storedPriority(priority: Priority = 'normal'): number {
  return PRIORITIES.indexOf(priority);
}
