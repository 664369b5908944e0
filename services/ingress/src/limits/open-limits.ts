import type { LimitsConfig } from './limits-config.ts';
import { PublicPace } from './public-pace.ts';
import { RateLimits, type SharedCounters } from './rate-limits.ts';
import { RunLimits, type RunLimitsOptions } from './run-limits.ts';

/** Limits of how often something is asked for: runs, deliveries, and what needs no key. */
export interface Limits {
  rateLimits: RateLimits;
  runLimits: RunLimits;
  publicPace: PublicPace;
}

/** @param counters of all replicas; null: each replica counts alone */
export function openLimits(
  counters: SharedCounters | null,
  allowances: RunLimitsOptions['allowances'],
  { runsPerMinute, runBurst, publicRequestsPerSecond }: LimitsConfig,
): Limits {
  const rateLimits = new RateLimits(counters);
  return {
    rateLimits,
    runLimits: new RunLimits({ rates: rateLimits, allowances, defaults: { runsPerMinute, runBurst } }),
    publicPace: new PublicPace(publicRequestsPerSecond),
  };
}
