import type { Credentials, RunningSessions } from '@workflow/session-store';
import type { UserAuthenticator } from './http/caller.ts';

/** What the service's code logs with; the logger itself comes from service-runtime. */
export interface Log {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
  debug(fields: object, message?: string): void;
}

/** Everything that a route may use. Made by hand in one place; tests replace parts by overrides. */
export interface AppContext {
  log: Log;
  sessions: Pick<RunningSessions, 'accept' | 'keepResponse' | 'readEnded'>;
  credentials: Credentials;
  users: UserAuthenticator;
}
