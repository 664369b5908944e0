/** A session that ended or responded. */
export interface EndSignal {
  sessionId: string;
  /** How it ended, in a text of one line that means nothing here. It gets lost where it is too long for the server. */
  outcome?: string;
}

/** Best-effort messages from executors to the ingress that waits for a session; polls of PostgreSQL find the others. */
export interface EndSignals {
  publish(awaitedBy: string, signals: readonly EndSignal[]): void;
  /** An outcome that `onEnded` gets was published by a holder of the key, for this ingress and this session. */
  subscribe(awaitedBy: string, onEnded: (signals: EndSignal[]) => void): Promise<void>;
  close(): Promise<void>;
}
