import type { Logger } from '@workflow/service-runtime';
import type { Execution } from '@workflow/session-store';
import type { ActiveSessions } from '../capacity/active-sessions.ts';
import { ReleaseRequest } from '../session/session-outcome.ts';

export interface ReleaseParts {
  execution: Pick<Execution, 'end'>;
  active: ActiveSessions;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
  /** The time in which the sessions have to stop. */
  withinMs: number;
}

/**
 * Releases all active sessions. Those that do not stop in time are released while they run. Their later writes have an
 * outdated fence and change nothing.
 */
export async function releaseSessions(parts: ReleaseParts): Promise<void> {
  const { execution, active, logger, onStoreFailure, withinMs } = parts;
  logger.info({ sessions: active.size }, 'Releasing sessions');
  active.abortAll(new ReleaseRequest());
  if (await active.emptied(withinMs)) return;
  await Promise.all(
    active.claims().map((fence) => execution.end(fence, { kind: 'released' }, []).catch(onStoreFailure)),
  );
}
