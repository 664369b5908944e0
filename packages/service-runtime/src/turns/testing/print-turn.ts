import { writeSync } from 'node:fs';
import type { RecordBlockedTurn } from '../blocked-turn.ts';

/** Replaces the record in PostgreSQL. */
const printTurn: RecordBlockedTurn = (turn, options) => {
  writeSync(1, `${JSON.stringify({ recorded: turn, options })}\n`);
  return Promise.resolve();
};

export default printTurn;
