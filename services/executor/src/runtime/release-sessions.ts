import type { Logger } from '@workflow/service-runtime';
import type { Execution } from '@workflow/session-store';
import type { SessionsInHand } from '../in-hand/sessions-in-hand.ts';
import { ReleaseRequest } from '../session/session-outcome.ts';

export interface ReleaseParts {
  execution: Pick<Execution, 'end'>;
  inHand: SessionsInHand;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
  /** The time that the sessions may take to stop. */
  withinMs: number;
}

/**
 * Releases all active sessions. Those that do not stop in time are released while they run. With the outdated fence
 * their later writes change nothing.
 */
export async function releaseSessions(parts: ReleaseParts): Promise<void> {
  const { execution, inHand, logger, onStoreFailure, withinMs } = parts;
  logger.info({ sessions: inHand.size }, 'Releasing sessions');
  inHand.abortAll(new ReleaseRequest());
  if (await inHand.emptied(withinMs)) return;
  await Promise.all(
    inHand.claims().map((fence) => execution.end(fence, { kind: 'released' }, []).catch(onStoreFailure)),
  );
}
