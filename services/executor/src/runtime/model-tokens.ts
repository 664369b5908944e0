import type { ModelTokens } from '@workflow/component-kit/run';
import type { Execution } from '@workflow/session-store';
import { StepFailure } from '@workflow/workflow-model';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';

/** Counts the model tokens of each organization in PostgreSQL, so that the limit applies to all executors together. */
export function createModelTokens(
  store: Pick<Execution, 'readModelTokens' | 'countModelTokens'>,
  { modelTokens }: Pick<ExecutorMetrics, 'modelTokens'>,
): (organizationId: string) => ModelTokens {
  return (organizationId) => ({
    requireSome: async () => {
      const { used, limit } = await store.readModelTokens(organizationId);
      if (limit !== null && used >= limit)
        throw new StepFailure(
          'MODEL_QUOTA',
          `the organization used ${used} tokens of models in this month (UTC), ${limit} are allowed`,
        );
    },
    count: async ({ inputTokens, outputTokens, totalTokens }) => {
      if (totalTokens > 0) await store.countModelTokens(organizationId, totalTokens);
      // Afterwards, because the count is repeated until PostgreSQL answers.
      modelTokens.inc({ direction: 'input' }, inputTokens);
      modelTokens.inc({ direction: 'output' }, outputTokens);
    },
  });
}
