import type { SessionNotification, SessionNotifications } from '@workflow/session-queue';

/** Active sessions for which a caller waits at a replica of ingress. They notify the replica when they respond. */
export class AwaitedSessions {
  readonly #notifications: Pick<SessionNotifications, 'publish'>;
  /** The replica, by the session's id. */
  readonly #awaitedBy = new Map<string, string>();

  constructor(notifications: Pick<SessionNotifications, 'publish'>) {
    this.#notifications = notifications;
  }

  add(sessionId: string, awaitedBy: string | undefined): void {
    if (awaitedBy !== undefined) this.#awaitedBy.set(sessionId, awaitedBy);
  }

  remove(sessionId: string): void {
    this.#awaitedBy.delete(sessionId);
  }

  /** Notifies the replica. This is best effort, because the replica also polls the database. */
  responded(notification: SessionNotification): void {
    const awaitedBy = this.#awaitedBy.get(notification.sessionId);
    if (awaitedBy !== undefined) this.#notifications.publish(awaitedBy, [notification]);
  }
}
