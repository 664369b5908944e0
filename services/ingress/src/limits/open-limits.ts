import type { LimitsConfig } from './limits-config.ts';
import { PublicRateLimit } from './public-rate-limit.ts';
import { RateLimits, type SharedCounters } from './rate-limits.ts';
import { RunLimits, type RunLimitsOptions } from './run-limits.ts';

/** Rate limits of runs, of deliveries, and of requests that need no key. */
export interface Limits {
  rateLimits: RateLimits;
  runLimits: RunLimits;
  publicRateLimit: PublicRateLimit;
}

/** @param counters the counters that all replicas share, or null if each replica counts alone */
export function openLimits(
  counters: SharedCounters | null,
  organizationQuotas: RunLimitsOptions['organizationQuotas'],
  { runsPerMinute, runBurst, publicRequestsPerSecond }: LimitsConfig,
): Limits {
  const rateLimits = new RateLimits(counters);
  return {
    rateLimits,
    runLimits: new RunLimits({ rates: rateLimits, organizationQuotas, defaults: { runsPerMinute, runBurst } }),
    publicRateLimit: new PublicRateLimit(publicRequestsPerSecond),
  };
}
