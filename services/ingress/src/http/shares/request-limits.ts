import type { HttpConfig } from '../http-config.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { BodyProgress } from '../bodies/body-progress.ts';
import { BodyTurns } from '../bodies/body-turns.ts';
import { RequestShares } from './request-shares.ts';
import { UnsentBytes } from './unsent-bytes.ts';

/** The resources that the bodies of all requests share. */
interface RequestBodies {
  memory: BodyMemory;
  progress: BodyProgress;
  turns: BodyTurns;
}

export function openUnsentBytes(config: HttpConfig): UnsentBytes {
  return new UnsentBytes({
    maxBytes: config.maxUnsentBytes,
    maxBytesPerOrganization: config.maxUnsentBytesPerOrganization,
    maxBytesPerConnection: config.maxUnsentBytesPerConnection,
    timeoutMs: config.unsentTimeoutMs,
  });
}

/** The resources that all requests share: the memory of their bodies, and turns. */
export interface RequestLimits {
  bodies: RequestBodies;
  /** Turns of requests by organization. */
  requestShares: RequestShares;
  /** Turns of requests by the client's network, until their organization is known. */
  addressShares: RequestShares;
}

export function openRequestLimits(config: HttpConfig): RequestLimits {
  const memory = new BodyMemory(config.maxLargeBodyBytesInHand);
  const progress = new BodyProgress({
    intervalMs: config.bodyProgressIntervalMs,
    minBytes: config.bodyProgressMinBytes,
    othersWait: () => memory.waiting > 0,
  });
  return {
    bodies: { memory, progress, turns: new BodyTurns() },
    requestShares: new RequestShares({
      atOnce: config.otherRequestsAtOnce,
      maxWaitingPerOwner: config.maxWaitingRequestsPerOrganization,
      maxWaitMs: config.answerTimeoutMs,
    }),
    addressShares: new RequestShares({
      atOnce: config.publicRequestsAtOnce,
      maxWaitingPerOwner: config.maxWaitingRequestsPerAddress,
      maxWaitMs: config.answerTimeoutMs,
    }),
  };
}
