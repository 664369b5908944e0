/** A session that ended or responded, or whose question was answered. */
export interface EndSignal {
  sessionId: string;
  /** How it ended, in a text of one line that means nothing here. It gets lost where it is too long for the server. */
  outcome?: string;
}

/**
 * In the place of an ingress: whichever executor dispatches, which is told of sessions whose questions were answered,
 * so that they go on at once instead of with its next round.
 */
export const DISPATCHER = 'dispatcher';

/** Best-effort messages from executors to the ingress that waits for a session; polls of PostgreSQL find the others. */
export interface EndSignals {
  publish(awaitedBy: string, signals: readonly EndSignal[]): void;
  /** An outcome that `onEnded` gets was published by a holder of the key, for this ingress and this session. */
  subscribe(awaitedBy: string, onEnded: (signals: EndSignal[]) => void): Promise<void>;
  close(): Promise<void>;
}
