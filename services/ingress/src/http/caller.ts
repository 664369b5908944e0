import type { IncomingMessage } from 'node:http';

export type Scope = 'run' | 'read' | 'manage';
export type Role = 'admin' | 'member';

export interface ApiKeyCaller {
  kind: 'api-key';
  organizationId: string;
  id: string;
  name: string;
  scopes: readonly string[];
  /** The workflows that the key is bound to, in lower case. Others look unknown to it. Null means all of them. */
  workflowIds: readonly string[] | null;
  /** The runs that the key may start in a minute, or null when only the limit of the organization applies. */
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

/** Returns the workflows that a caller is bound to, or null for all of the organization. */
export function workflowsOf(caller: Caller): readonly string[] | null {
  return keyOf(caller)?.workflowIds ?? null;
}

/** Returns true when the caller may see a workflow of the organization. */
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
  /** The person has a second factor, or signed in where it is not this service's business. */
  hasSecondFactor: boolean;
  /** The person set up a second factor here. */
  ownSecondFactor: boolean;
}

/** Finds the caller's cookie session. */
export interface UserAuthenticator {
  /**
   * Returns the signed-in person, also while they must set up a second factor before anything else.
   * @throws ApiError UNAUTHORIZED; UNTRUSTED_ORIGIN for an unsafe method from a foreign origin (CSRF).
   */
  signedIn(request: IncomingMessage): Promise<SignedInPerson>;
  /**
   * Returns null without a valid cookie session or an active organization.
   * @throws ApiError UNTRUSTED_ORIGIN for an unsafe method from a foreign origin (CSRF), SECOND_FACTOR_REQUIRED
   */
  authenticate(request: IncomingMessage): Promise<UserCaller | null>;
}
