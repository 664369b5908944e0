import type { Execution } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import { createModelTokens } from './model-tokens.ts';
import { createThrottles } from './organization-throttles.ts';

/** Returns the limits of an organization's components, which apply to all executors together. */
export function limitsOfOrganizations(
  execution: Execution,
  metrics: ExecutorMetrics,
): Pick<SessionDependencies, 'throttlesOf' | 'modelTokensOf'> {
  return { throttlesOf: createThrottles(execution), modelTokensOf: createModelTokens(execution, metrics) };
}
