import { AsyncLocalStorage } from 'node:async_hooks';
import { closeAtOnce } from '@workflow/postgres-hosts';
import pg from 'pg';
import { UnstorableValueError } from './store-errors.ts';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Called for each statement that ended, successfully or not, with its name, or `unnamed` for statements without one,
 * and the seconds it took.
 */
export type OnStatement = (name: string, seconds: number) => void;

function nameOf(statement: unknown): string {
  const name = (statement as { name?: unknown } | null)?.name;
  return typeof name === 'string' && name !== '' ? name : 'unnamed';
}

/**
 * Bytes of values that one statement may carry. PostgreSQL accepts no message above 1 GiB, and one above 2 GiB cannot
 * be written at all: pg then fails while the message is half built in a buffer that all connections of the process
 * share.
 */
const MAX_STATEMENT_BYTES = 256 * 1024 * 1024;
const MAX_BYTES_OF_UNIT = 3;
/** Shorter texts are counted by their UTF-16 code units. */
const EXACT_FROM = 64 * 1024;

/** Runs code outside of any owner: the first of many callers must not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

export interface AnsweringOptions {
  /** The connection is closed if the server has not answered within this time. */
  timeoutMs: number;
  onStatement?: OnStatement | undefined;
  maxStatementBytes?: number;
}

/**
 * Returns a client class that fails a statement and closes its connection if the server does not answer in time. pg has
 * `query_timeout` and promises, but implements both with `query.callback = () => …`. V8 considers a function literal
 * that is assigned to a property a long-lived method and allocates it with old objects, so everything that it
 * references, including the statement's values, is retained until the next full collection
 * (docs/decisions/0082-memory-of-a-busy-service.md).
 *
 * The callback of a statement is called exactly once in any case: pg's pool releases the connection in it, and
 * releasing twice is an error that nobody catches.
 */
export function answeringClient(
  { timeoutMs, onStatement, maxStatementBytes = MAX_STATEMENT_BYTES }: AnsweringOptions,
  Client = pg.Client,
): typeof pg.Client {
  class AnsweringClient extends Client {
    override connect(...args: unknown[]): never {
      return outsideOfCallers(() => super.connect(...(args as []))) as never;
    }

    // The signature is loose because pg's overloads are those of the class.
    override query(...args: unknown[]): never {
      const done = args.findIndex((arg) => typeof arg === 'function');
      if (done < 0)
        return new Promise((resolve, reject) =>
          this.#send(args, (error, result) => (error ? reject(error) : resolve(result))),
        ) as never;
      this.#send(args.slice(0, done), args[done] as Callback);
      return undefined as never;
    }

    #send([statement, values]: unknown[], done: Callback): void {
      const since = performance.now();
      let answered = false;
      const answer: Callback = (error, result) => {
        // pg calls this again if it reports its own failure and PostgreSQL then answers to what was sent before it.
        if (answered) return;
        answered = true;
        clearTimeout(timer);
        onStatement?.(nameOf(statement), (performance.now() - since) / 1_000);
        if (isRolledBack(statement, error)) done(null, NOTHING);
        else done(error, result);
      };
      const timer = setTimeout(() => this.#giveUp(), timeoutMs);
      const bytes = bytesOf(values ?? (statement as { values?: unknown } | null)?.values);
      if (bytes > maxStatementBytes) {
        const message = `a statement of ${bytes} bytes is longer than the ${maxStatementBytes} that are sent`;
        // Callers rely on getting every answer in a later turn.
        process.nextTick(answer, new UnstorableValueError(message));
        return;
      }
      try {
        super.query(statement as string, values as unknown[], answer);
      } catch (error) {
        // A part of the message may have been sent.
        closeAtOnce(this, (error as Error).message);
        process.nextTick(answer, error);
      }
    }

    #giveUp(): void {
      closeAtOnce(this, `PostgreSQL did not answer within ${timeoutMs} ms`);
    }
  }
  return AnsweringClient;
}

/**
 * Returns the bytes of text and binary values. The number is exact only if there are so many that it matters, and
 * otherwise a lower bound.
 */
function bytesOf(values: unknown): number {
  if (typeof values === 'string')
    return values.length * MAX_BYTES_OF_UNIT < EXACT_FROM ? values.length : Buffer.byteLength(values);
  if (ArrayBuffer.isView(values)) return values.byteLength;
  if (!Array.isArray(values)) return 0;
  let bytes = 0;
  for (const value of values) bytes += bytesOf(value);
  return bytes;
}

const NOTHING: pg.QueryResult = { command: 'ROLLBACK', rowCount: 0, oid: 0, fields: [], rows: [] };

/**
 * Returns true for a ROLLBACK on a lost connection, whose transaction PostgreSQL rolls back itself. Nobody awaits the
 * rollback with which Prisma ends a transaction that took too long: its failure would be an unhandled rejection, which
 * ends the process.
 */
function isRolledBack(statement: unknown, error: Error | null): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return error !== null && !(error instanceof pg.DatabaseError) && text === 'ROLLBACK';
}
