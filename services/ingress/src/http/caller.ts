import type { IncomingMessage } from 'node:http';

/** The scopes of keys and tokens. */
export const SCOPES = ['run', 'read', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];
export type Role = 'admin' | 'member';

export interface ApiKeyCaller {
  kind: 'api-key';
  organizationId: string;
  id: string;
  name: string;
  scopes: readonly string[];
  /** The workflows that the key is restricted to, in lowercase; null for all. Other workflows look unknown to it. */
  workflowIds: readonly string[] | null;
  /** The runs that the key may start in a minute, or null if only the limit of the organization applies. */
  runsPerMinute: number | null;
  runBurst: number | null;
}

interface UserCaller {
  kind: 'user';
  organizationId: string;
  id: string;
  email: string;
  role: Role;
}

/** The caller of a route. Everything that the route reads or writes belongs to `organizationId`. */
export type Caller = ApiKeyCaller | UserCaller;

/** Returns the API key of a caller, or null for a person. */
export function keyOf(caller: Caller): ApiKeyCaller | null {
  return caller.kind === 'api-key' ? caller : null;
}

/** Returns the workflows that a caller is restricted to, or null for all of the organization. */
export function workflowsOf(caller: Caller): readonly string[] | null {
  return keyOf(caller)?.workflowIds ?? null;
}

/** Returns true if the caller may see a workflow of the organization. */
export function knowsWorkflow(caller: Caller, workflowId: string): boolean {
  const only = workflowsOf(caller);
  return only === null || only.includes(workflowId.toLowerCase());
}

/** A signed-in person, with or without an organization. */
interface SignedInPerson {
  userId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  /** The id of the cookie session. */
  signInId: string;
  /** True if the person has a second factor, or signed in where this service requires none. */
  hasSecondFactor: boolean;
  /** True if the person set up a second factor here. */
  ownSecondFactor: boolean;
}

/** Finds the caller's cookie session. */
export interface UserAuthenticator {
  /**
   * Returns the signed-in person, even if they must set up a second factor first.
   * @throws ApiError UNAUTHORIZED; UNTRUSTED_ORIGIN for an unsafe method from a foreign origin (CSRF)
   */
  signedIn(request: IncomingMessage): Promise<SignedInPerson>;
  /**
   * Returns null without a valid cookie session or an active organization.
   * @throws ApiError UNTRUSTED_ORIGIN for an unsafe method from a foreign origin (CSRF), SECOND_FACTOR_REQUIRED
   */
  authenticate(request: IncomingMessage): Promise<UserCaller | null>;
}
