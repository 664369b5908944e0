import type { EndSignal, EndSignals } from '@workflow/session-queue';

/** Active sessions for which a caller waits at a replica of ingress. They notify the replica when they respond. */
export class AwaitedSessions {
  readonly #signals: Pick<EndSignals, 'publish'>;
  /** The replica, by the session's id. */
  readonly #awaitedBy = new Map<string, string>();

  constructor(signals: Pick<EndSignals, 'publish'>) {
    this.#signals = signals;
  }

  add(sessionId: string, awaitedBy: string | undefined): void {
    if (awaitedBy !== undefined) this.#awaitedBy.set(sessionId, awaitedBy);
  }

  remove(sessionId: string): void {
    this.#awaitedBy.delete(sessionId);
  }

  /** Notifies the replica. This is best effort, because the replica also polls the database. */
  responded(signal: EndSignal): void {
    const awaitedBy = this.#awaitedBy.get(signal.sessionId);
    if (awaitedBy !== undefined) this.#signals.publish(awaitedBy, [signal]);
  }
}
