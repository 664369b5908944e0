import type { Logger } from '@workflow/service-runtime';
import type { Execution, StoreClock } from '@workflow/session-store';
import type { ActiveSessions } from '../capacity/active-sessions.ts';
import { ClaimLost } from '../session/session-outcome.ts';
import { releaseOrphanedClaims } from './release-claims.ts';
import { repeat, type Repetition } from '../loops/repeat.ts';

const HEARTBEAT_EVERY_MS = 2_000;
/** Longer than a heartbeat that PostgreSQL answers slowly. */
const ANSWERED_WITHIN_MS = 10_000;
/** The number of heartbeats between two searches for orphaned claims. */
const ORPHANS_EVERY_BEATS = 3;

interface HeartbeatParts {
  executorId: string;
  execution: Pick<Execution, 'heartbeat' | 'findOrphanedClaims' | 'end'>;
  active: ActiveSessions;
  clock: StoreClock;
  isDraining: () => boolean;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
  /** Called with every heartbeat while an operator drains this executor. */
  onDrainRequested: () => void;
}

export interface Heartbeat extends Repetition {
  /** Returns true if PostgreSQL answered a recent heartbeat. */
  isAnswered(): boolean;
}

/** Writes a heartbeat to PostgreSQL every 2 s, and stops the sessions whose claims are lost. */
export function startHeartbeat(parts: HeartbeatParts): Heartbeat {
  let beats = 0;
  let answeredAt = -Infinity;
  const beat = async (): Promise<number> => {
    const claims = parts.active.claims();
    const { executorId, active, isDraining, clock } = parts;
    const answer = await clock.learn(() => parts.execution.heartbeat(executorId, active.size, isDraining(), claims));
    answeredAt = performance.now();
    const { lost } = answer;
    if (answer.drainRequested) parts.onDrainRequested();
    const lostIds = new Set(lost);
    for (const claim of claims) {
      if (!lostIds.has(claim.sessionId)) continue;
      parts.logger.info({ sessionId: claim.sessionId }, 'The session was lost or cancelled');
      parts.active.abort(claim, new ClaimLost());
    }
    beats += 1;
    if (beats % ORPHANS_EVERY_BEATS === 0) await releaseOrphanedClaims(parts);
    return HEARTBEAT_EVERY_MS;
  };
  const { stop } = repeat('heartbeat', beat, (error) => {
    parts.onStoreFailure(error);
    return HEARTBEAT_EVERY_MS / 4;
  });
  return { stop, isAnswered: () => performance.now() - answeredAt < ANSWERED_WITHIN_MS };
}
