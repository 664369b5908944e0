import type { StepRecord } from '@workflow/session-store';
import type { Definition } from '@workflow/workflow-model';
import type { ExecutorMetrics } from './executor-metrics.ts';

/**
 * Maximum number of components whose type is remembered. Beyond it, the oldest one is forgotten and counted as
 * `unknown`.
 */
const MAX_COMPONENTS = 50_000;

export type StepDurations = ReturnType<typeof createStepDurations>;

/**
 * Measures the duration of steps by component type. A step names only its component, so the types are read from
 * definitions.
 */
export function createStepDurations(stepSeconds: ExecutorMetrics['stepSeconds']) {
  const types = new Map<string, string>();
  return {
    learn(definition: Definition): void {
      for (const { id, type } of definition.components) types.set(id, type);
      for (const id of types.keys()) {
        if (types.size <= MAX_COMPONENTS) break;
        types.delete(id);
      }
    },
    observe(steps: readonly StepRecord[]): void {
      for (const { componentId, status, startedAt, finishedAt } of steps) {
        if (finishedAt === null) continue;
        stepSeconds.observe(
          { type: types.get(componentId) ?? 'unknown', status },
          Math.max(0, finishedAt.getTime() - startedAt.getTime()) / 1_000,
        );
      }
    },
  };
}
