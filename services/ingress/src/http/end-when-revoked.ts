import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import type { Caller } from './caller.ts';

/** A key is looked up in memory, and a deleted one is out within a second everywhere. */
const KEY_CHECK_MS = 500;
/** A cookie session and its membership are read from PostgreSQL. */
const USER_CHECK_MS = 10_000;

/**
 * Ends a stream when its caller may not read it any more: the key was deleted or expired, the person signed out, was
 * removed, or went to another organization. `authenticate` asks anew; while PostgreSQL is away nobody is sent off.
 */
export function endWhenRevoked(response: ServerResponse, caller: Caller, authenticate: () => Promise<Caller>): void {
  const timer = setInterval(() => void check(), caller.kind === 'api-key' ? KEY_CHECK_MS : USER_CHECK_MS);
  response.once('close', () => clearInterval(timer));

  async function check(): Promise<void> {
    try {
      const now = await authenticate();
      if (now.id !== caller.id || now.organizationId !== caller.organizationId) response.end();
    } catch (error) {
      if (error instanceof ApiError) response.end();
    }
  }
}
