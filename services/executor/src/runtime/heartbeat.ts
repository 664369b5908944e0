import type { Logger } from '@workflow/service-runtime';
import type { ExecutorRegistry, RunningSessions } from '@workflow/session-store';
import type { HeldSessions } from './held-sessions.ts';
import { handBackUnheld } from './hand-back-unheld.ts';
import { repeat, type Repetition } from './repeat.ts';

export const HEARTBEAT_EVERY_MS = 2_000;
/** Every so many beats the executor looks for sessions that it does not know to be its own. */
const UNHELD_EVERY_BEATS = 3;

/** Abort reason of a session that was cancelled or belongs to another executor by now. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';

  constructor() {
    super('the session was cancelled or claimed by another executor');
  }
}

export interface HeartbeatParts {
  executorId: string;
  registry: Pick<ExecutorRegistry, 'heartbeat' | 'findUnheld'>;
  sessions: Pick<RunningSessions, 'end'>;
  held: HeldSessions;
  isDraining: () => boolean;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Tells PostgreSQL every 2 s that this executor lives, and stops the sessions that it answers as lost. */
export function startHeartbeat(parts: HeartbeatParts): Repetition {
  let beats = 0;
  const beat = async (): Promise<number> => {
    const claims = parts.held.claims();
    const { lost } = await parts.registry.heartbeat(parts.executorId, parts.held.size, parts.isDraining(), claims);
    const gone = new Set(lost);
    for (const claim of claims) {
      if (!gone.has(claim.sessionId)) continue;
      parts.logger.info({ sessionId: claim.sessionId }, 'the session is lost or cancelled');
      parts.held.abort(claim, new ClaimLost());
    }
    beats += 1;
    if (beats % UNHELD_EVERY_BEATS === 0) await handBackUnheld(parts);
    return HEARTBEAT_EVERY_MS;
  };
  return repeat(beat, (error) => {
    parts.onStoreFailure(error);
    return HEARTBEAT_EVERY_MS / 4;
  });
}
