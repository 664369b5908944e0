import type { JsonObject } from '@workflow/workflow-model';
import { readRemembered, remember } from '../../api/browser-memory.ts';

/** Returns the values of the last test of a component in this browser, or null. */
export function rememberedInput(workflowId: string, componentId: string): JsonObject | null {
  return readRemembered('test-input', `${workflowId}:${componentId}`);
}

export function rememberInput(workflowId: string, componentId: string, values: JsonObject): void {
  remember('test-input', `${workflowId}:${componentId}`, values);
}
