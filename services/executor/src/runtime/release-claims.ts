import type { Logger } from '@workflow/service-runtime';
import type { Execution } from '@workflow/session-store';
import type { ActiveSessions } from '../capacity/active-sessions.ts';
import { ReleaseRequest } from '../session/session-outcome.ts';

interface OrphanedClaimsParts {
  executorId: string;
  execution: Pick<Execution, 'findOrphanedClaims' | 'end'>;
  active: Pick<ActiveSessions, 'ids' | 'has'>;
  logger: Logger;
}

/**
 * Releases claims that this executor has in PostgreSQL and does not run, because the connection broke between a claim's
 * commit and its answer, or an end could not be written. While this executor lives, nobody else may claim such a
 * session.
 * Sessions that became active during the search are skipped. The fence protects the others: a session that was claimed
 * again or ended in the meantime is not changed.
 */
export async function releaseOrphanedClaims({
  executorId,
  execution,
  active,
  logger,
}: OrphanedClaimsParts): Promise<void> {
  const orphaned = (await execution.findOrphanedClaims(executorId, active.ids())).filter(
    ({ sessionId }) => !active.has(sessionId),
  );
  if (orphaned.length === 0) return;
  logger.warn({ sessions: orphaned.length }, 'Releasing orphaned claims');
  await Promise.all(orphaned.map((fence) => execution.end(fence, { kind: 'released' }, [])));
}

interface ReleaseParts {
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
