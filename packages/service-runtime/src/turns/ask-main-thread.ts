import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_SYMBOL, type TurnAnswer } from './blocked-turn.ts';

const EXPRESSION = `globalThis[Symbol.for(${JSON.stringify(ANSWER_SYMBOL)})]?.()`;

/**
 * Makes the function that asks the blocked main thread who has the turn. V8 answers from an interrupt of the code that
 * runs, be it a loop or a regular expression, with that code's async context. null: it did not answer in time, as a
 * single long call of a built-in function does not.
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
      // A build of Node.js without an inspector, or one that a permission denies.
      return null;
    }
  };
}
