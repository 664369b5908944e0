/** Signals that a session ended or responded, or that the dispatcher can enqueue one. */
export interface EndSignal {
  sessionId: string;
  /**
   * The outcome in a text of one line, which this package does not read. It is dropped if it is too long for the
   * server.
   */
  outcome?: string;
}

/**
 * The name to publish to, instead of an ingress, for the executor that dispatches. It receives a signal when a question
 * was answered, and when children were started or ended the wait of their parent. It then enqueues these sessions at
 * once instead of with its next round.
 */
export const DISPATCHER = 'dispatcher';

/**
 * The name to publish to for ends for which no job names the waiting ingress, such as those of a chat's messages, which
 * the dispatcher enqueues.
 */
export const EVERY_INGRESS = 'every-ingress';

/**
 * Best-effort messages from executors to the ingress that waits for a session. Polls of PostgreSQL find lost signals.
 */
export interface EndSignals {
  publish(awaitedBy: string, signals: readonly EndSignal[]): void;
  /** Every outcome that `onEnded` receives was published by a holder of the key, for this ingress and this session. */
  subscribe(awaitedBy: string, onEnded: (signals: EndSignal[]) => void): Promise<void>;
  close(): Promise<void>;
}
