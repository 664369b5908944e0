/** Reports that a session ended or responded, or that the dispatcher can enqueue it. */
export interface SessionNotification {
  sessionId: string;
  /**
   * The outcome as one line of text, which this package does not parse. It is dropped if it is too long for the server.
   */
  outcome?: string;
}

/**
 * The name to which services publish for the dispatcher, instead of for an ingress. An ingress publishes when a
 * question was answered or a message of a chat was accepted, an executor when children were started or a wait is over.
 * The dispatcher then enqueues these sessions immediately instead of in its next round.
 */
export const DISPATCHER = 'dispatcher';

/**
 * The name to which executors publish ends if no job names the waiting ingress, such as the ends of a chat's messages,
 * which the dispatcher enqueues.
 */
export const EVERY_INGRESS = 'every-ingress';

/**
 * Best-effort messages to the ingress that waits for a session, or to the dispatcher. If one is lost, the ingress finds
 * the end by polling PostgreSQL, and the dispatcher finds the session in its next round.
 */
export interface SessionNotifications {
  publish(awaitedBy: string, notifications: readonly SessionNotification[]): void;
  /** Receives notifications. Each outcome was sealed with one of the keys, for this ingress and this session. */
  subscribe(awaitedBy: string, onNotified: (notifications: SessionNotification[]) => void): Promise<void>;
  close(): Promise<void>;
}
