import type { ServerResponse } from 'node:http';
import { ApiError } from '../../errors/api-error.ts';
import type { Caller } from '../caller.ts';

/**
 * The interval at which keys are checked, which is cheap because they are cached. Every replica refuses a deleted key
 * within a second.
 */
const KEY_CHECK_MS = 500;
/** The interval at which a cookie session and its membership are checked in PostgreSQL. */
export const USER_CHECK_MS = 10_000;

/**
 * Ends a stream if its caller may no longer read it: the key was deleted or expired, or the person signed out, was
 * removed, or switched to another organization. `authenticate` checks again. While PostgreSQL is unavailable, streams
 * remain open.
 */
export function endWhenRevoked(response: ServerResponse, caller: Caller, authenticate: () => Promise<Caller>): void {
  endUnless(response, caller.kind === 'api-key' ? KEY_CHECK_MS : USER_CHECK_MS, async () => {
    const now = await authenticate();
    return now.id === caller.id && now.organizationId === caller.organizationId;
  });
}

/**
 * Ends a stream when its reader may no longer read it. While PostgreSQL is unavailable, streams remain open.
 * @param mayRead resolves to false, or rejects with an ApiError, for a reader who may not
 */
export function endUnless(response: ServerResponse, everyMs: number, mayRead: () => Promise<boolean>): void {
  const timer = setInterval(() => void check(), everyMs);
  response.once('close', () => clearInterval(timer));

  async function check(): Promise<void> {
    try {
      if (!(await mayRead())) response.end();
    } catch (error) {
      if (error instanceof ApiError) response.end();
    }
  }
}
