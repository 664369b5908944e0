import type { JsonObject } from '@workflow/workflow-model';
import { readRemembered, remember } from '../../api/browser-memory.ts';

/** The values that this browser last tested a component with; null when there are none. */
export function rememberedInput(workflowId: string, componentId: string): JsonObject | null {
  return readRemembered('test-input', `${workflowId}:${componentId}`);
}

export function rememberInput(workflowId: string, componentId: string, values: JsonObject): void {
  remember('test-input', `${workflowId}:${componentId}`, values);
}
