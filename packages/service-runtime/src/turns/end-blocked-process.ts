import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, flushLogs } from '../logger.ts';
import { blamedOwner, type BlockedTurn, type RecordBlockedTurn, type TurnAnswer } from './blocked-turn.ts';
import type { TurnWatchStart } from './watch-turns.ts';

/** PostgreSQL may be unreachable. Then the process ends without a record. */
const RECORD_WITHIN_MS = 3_000;
const FLUSH_WITHIN_MS = 500;

interface Asked {
  /** The answers at half of the limit and at its end. */
  first: TurnAnswer | null;
  last: TurnAnswer | null;
  cpuMs: number;
}

/** Records and logs the owner that blocks the main thread, and ends the process. Never returns. */
export async function endBlockedProcess(
  { service, logLevel, logPretty, recorder }: TurnWatchStart,
  { first, last, cpuMs }: Asked,
): Promise<never> {
  const blamed = blamedOwner(first, last);
  const { stack = null, active = [] } = last ?? {};
  const turn: BlockedTurn = { errorId: randomUUID(), service, owner: blamed, cpuMs, stack, active };
  const failure = await Promise.race([
    record(turn, recorder),
    pause(RECORD_WITHIN_MS, new Error(`it took more than ${RECORD_WITHIN_MS} ms`)),
  ]);
  const logger = createLogger({ service, level: logLevel, pretty: logPretty });
  const { errorId } = turn;
  logger.fatal(
    { errorId, turn: blamed, answeredLast: last?.owner ?? null, cpuMs, stack, sessions: active.length },
    `Ended ${service} because a turn of the event loop took too long`,
  );
  if (failure !== null) logger.error({ err: failure, errorId }, 'Could not record the turn in PostgreSQL');
  await flushLogs(FLUSH_WITHIN_MS);
  // The main thread runs no handler of another signal.
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

async function record(turn: BlockedTurn, { url, options }: TurnWatchStart['recorder']): Promise<unknown> {
  try {
    const { default: write } = (await import(url)) as { default: RecordBlockedTurn };
    await write(turn, options);
    return null;
  } catch (error) {
    return error;
  }
}
