import type { HttpConfig } from '../http-config.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { BodyProgress } from '../bodies/body-progress.ts';
import { LargeBodyTurns } from '../bodies/large-body-turns.ts';
import { RequestShares } from './request-shares.ts';
import { UnsentBytes } from './unsent-bytes.ts';

/** The resources that the bodies of all requests share. */
export interface RequestBodies {
  memory: BodyMemory;
  progress: BodyProgress;
  turns: LargeBodyTurns;
}

export function openRequestBodies(config: HttpConfig): RequestBodies {
  const memory = new BodyMemory(config.maxLargeBodyBytesInHand);
  const progress = new BodyProgress({
    intervalMs: config.bodyProgressIntervalMs,
    minBytes: config.bodyProgressMinBytes,
    othersWait: () => memory.waiting > 0,
  });
  return { memory, progress, turns: new LargeBodyTurns() };
}

export type { RequestShares };

export function openRequestShares(config: HttpConfig): RequestShares {
  return new RequestShares({
    atOnce: config.otherRequestsAtOnce,
    maxWaitingPerOrganization: config.maxWaitingRequestsPerOrganization,
    maxWaitMs: config.answerTimeoutMs,
  });
}

export function openUnsentBytes(config: HttpConfig): UnsentBytes {
  return new UnsentBytes({
    maxBytes: config.maxUnsentBytes,
    maxBytesPerOrganization: config.maxUnsentBytesPerOrganization,
    timeoutMs: config.unsentTimeoutMs,
  });
}
