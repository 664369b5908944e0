import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import type { AgainFromTurn } from '../steps/void-turns.ts';

/**
 * Finds the turn. The step of an agent that succeeded never runs again, because later components may have read its
 * result.
 */
const FIND = statement<{ sessionId: string; componentId: string; turn: number }>()(
  'find_turn_to_repeat',
  `SELECT t.iteration AS number FROM sessions s JOIN steps t ON t.session_id = s.id
    WHERE s.id = $sessionId AND t.component_id = $componentId AND t.part->>'kind' = 'turn'
      AND (t.part->>'turn')::int = $turn AND t.run >= s.resume_from_run
      AND NOT EXISTS (SELECT FROM steps w WHERE w.session_id = s.id AND w.component_id = $componentId AND w.part IS NULL
        AND w.status = 'SUCCEEDED' AND w.run >= s.resume_from_run)
    ORDER BY t.run DESC LIMIT 1`,
  { number: 'int4' },
);

/** Deletes questions. The calls of a void turn are repeated as new calls, so a person decides about them again. */
const FORGET = statement<{ sessionId: string; componentId: string; iteration: number }>()(
  'forget_questions_of_turns',
  'DELETE FROM questions WHERE session_id = $sessionId AND component_id = $componentId AND iteration > $iteration',
  {},
);

/** Deletes the questions of the turn and of later ones. Returns false if the session has no such turn. */
export async function forgetTurns(
  query: Query,
  sessionId: string,
  { componentId, turn }: AgainFromTurn,
): Promise<boolean> {
  const [row] = await query(...FIND.with({ sessionId, componentId, turn }));
  if (row === undefined) return false;
  await query(...FORGET.with({ sessionId, componentId, iteration: row.number }));
  return true;
}

export { turnKey } from '../steps/void-turns.ts';
export type { AgainFromTurn } from '../steps/void-turns.ts';
