import type { IngressConfig } from '../config.ts';
import { RateLimits, type SharedCounters } from './rate-limits.ts';
import { RunLimits, type RunLimitsOptions } from './run-limits.ts';

/** The limits that runs and deliveries are checked against. */
export interface Limits {
  rateLimits: RateLimits;
  runLimits: RunLimits;
}

/** @param counters of all replicas; null: each replica counts alone */
export function openLimits(
  counters: SharedCounters | null,
  allowances: RunLimitsOptions['allowances'],
  { runsPerMinute, runBurst }: Pick<IngressConfig, 'runsPerMinute' | 'runBurst'>,
): Limits {
  const rateLimits = new RateLimits(counters);
  return {
    rateLimits,
    runLimits: new RunLimits({ rates: rateLimits, allowances, defaults: { runsPerMinute, runBurst } }),
  };
}
