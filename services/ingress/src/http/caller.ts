import type { IncomingMessage } from 'node:http';

export type Scope = 'run' | 'read' | 'manage';
export type Role = 'admin' | 'member';

export interface ApiKeyCaller {
  kind: 'api-key';
  organizationId: string;
  id: string;
  name: string;
  scopes: readonly string[];
}

export interface UserCaller {
  kind: 'user';
  organizationId: string;
  id: string;
  email: string;
  role: Role;
}

/** Who asks. Everything a route reads or writes is of `organizationId`. */
export type Caller = ApiKeyCaller | UserCaller;

/** Finds the caller's cookie session. */
export interface UserAuthenticator {
  /**
   * null: no valid cookie session, or no active organization.
   * @throws ApiError PERMISSION_DENIED for an unsafe method from a foreign origin (CSRF).
   */
  authenticate(request: IncomingMessage): Promise<UserCaller | null>;
}
