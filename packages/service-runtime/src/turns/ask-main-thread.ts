import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_SYMBOL, type TurnAnswer } from './blocked-turn.ts';

const EXPRESSION = `globalThis[Symbol.for(${JSON.stringify(ANSWER_SYMBOL)})]?.()`;

/**
 * Returns the function that asks the blocked main thread for the owner of the turn. V8 answers from an interrupt of the
 * running code, which may be a loop or a regular expression, with that code's async context. The function resolves to
 * null when there is no answer in time, as during a single long call of a built-in function.
 */
export function createAsker(): (withinMs: number) => Promise<TurnAnswer | null> {
  let session: Session | null = null;
  return async (withinMs) => {
    try {
      if (session === null) {
        session = new Session();
        session.connectToMainThread();
      }
      const asked = session.post('Runtime.evaluate', { expression: EXPRESSION, returnByValue: true });
      const answered = await Promise.race([asked, pause(withinMs, null)]);
      const value: unknown = answered?.result.value;
      return typeof value === 'string' ? (JSON.parse(value) as TurnAnswer) : null;
    } catch {
      // This build of Node.js has no inspector, or a permission denies it.
      return null;
    }
  };
}
