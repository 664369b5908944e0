import type { AppContext } from '../../context.ts';
import type { Caller } from '../../http/caller.ts';
import { requireAttempt } from '../require-attempt.ts';
import { object } from '../../http/schema-parts.ts';

/**
 * Maximum number of codes that one person may enter in ten minutes, so that nobody guesses the code of another person.
 */
const MAX_GUESSES = 30;
const WINDOW_MS = 600_000;

/** Only admins create keys, as on the settings page. A key cannot create keys in this way. */
export const deviceSecurity = { kind: 'caller', scope: 'manage', role: 'admin', keys: false } as const;

export const deviceCodeParams = object({ code: { type: 'string', minLength: 1, maxLength: 40 } });

/** @throws ApiError TOO_MANY_REQUESTS */
export async function takeGuess(context: AppContext, caller: Caller): Promise<void> {
  await requireAttempt(context.store.management.people, `device-code|${caller.id}`, MAX_GUESSES, WINDOW_MS);
}
