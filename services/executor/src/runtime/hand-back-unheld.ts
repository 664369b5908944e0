import type { Logger } from '@workflow/service-runtime';
import type { ExecutorRegistry, RunningSessions } from '@workflow/session-store';
import type { HeldSessions } from './held-sessions.ts';

export interface UnheldParts {
  executorId: string;
  registry: Pick<ExecutorRegistry, 'findUnheld'>;
  sessions: Pick<RunningSessions, 'end'>;
  held: HeldSessions;
  logger: Logger;
}

/**
 * Hands back what PostgreSQL has running here and nobody here runs: the connection broke between a claim's commit and
 * its answer, or an end could not be written. As long as this executor lives nobody else may claim such a session.
 *
 * What came into hand while PostgreSQL was asked is left alone, and the fence guards the rest: a session that was
 * claimed again since, or ended, is not written.
 */
export async function handBackUnheld({ executorId, registry, sessions, held, logger }: UnheldParts): Promise<void> {
  const unheld = (await registry.findUnheld(executorId, held.ids())).filter(({ sessionId }) => !held.has(sessionId));
  if (unheld.length === 0) return;
  logger.warn({ sessions: unheld.length }, 'sessions that nobody runs are handed back');
  await Promise.all(unheld.map((fence) => sessions.end(fence, { kind: 'handed-back' }, [])));
}
