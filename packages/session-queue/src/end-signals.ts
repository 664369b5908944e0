/** Best-effort messages from executors to the ingress that waits for a session; polls of PostgreSQL find the others. */
export interface EndSignals {
  publish(awaitedBy: string, sessionIds: string[]): void;
  subscribe(awaitedBy: string, onEnded: (sessionIds: string[]) => void): Promise<void>;
  close(): Promise<void>;
}
