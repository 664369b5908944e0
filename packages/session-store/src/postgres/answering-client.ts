import { AsyncLocalStorage } from 'node:async_hooks';
import { closeAtOnce } from '@workflow/postgres-hosts';
import pg from 'pg';
import { UnstorableValueError } from './store-errors.ts';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Called for each statement that ended, successfully or not, with its name (`unnamed` if it has none) and its seconds.
 */
export type OnStatement = (name: string, seconds: number) => void;

function nameOf(statement: unknown): string {
  const name = (statement as { name?: unknown } | null)?.name;
  return typeof name === 'string' && name !== '' ? name : 'unnamed';
}

/**
 * Maximum bytes of values of one statement. PostgreSQL accepts no message above 1 GiB. A message above 2 GiB makes pg
 * fail while the message is half built in a buffer that all connections of the process share.
 */
const MAX_STATEMENT_BYTES = 256 * 1024 * 1024;
const MAX_BYTES_OF_UNIT = 3;
/** The bytes of shorter texts are estimated by their UTF-16 code units. */
const EXACT_FROM = 64 * 1024;

/** Runs code without an owner, so that the first of many callers does not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

interface AnsweringOptions {
  /** The connection is closed if the server has not answered within this time. */
  timeoutMs: number;
  onStatement?: OnStatement | undefined;
  maxStatementBytes?: number;
}

/**
 * Returns a client class that fails a statement and closes its connection if the server does not answer in time.
 * It does not use `query_timeout` and promises of pg, which are implemented by `query.callback = () => …`: V8 allocates
 * such a function with old objects, so the statement's values remain in memory until the next full collection
 * (docs/decisions/0082-memory-of-a-busy-service.md).
 * The callback of a statement is called exactly once: pg's pool releases the connection in it, and releasing twice
 * throws an error that nobody catches.
 */
export function answeringClient(
  { timeoutMs, onStatement, maxStatementBytes = MAX_STATEMENT_BYTES }: AnsweringOptions,
  Client = pg.Client,
): typeof pg.Client {
  class AnsweringClient extends Client {
    override connect(...args: unknown[]): never {
      return outsideOfCallers(() => super.connect(...(args as []))) as never;
    }

    // The signature is loose because the overloads of pg belong to the class.
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
        // pg calls this again if it reports a failure and PostgreSQL then answers to an earlier message.
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
        // Callers rely on getting every answer in a later turn of the event loop.
        process.nextTick(answer, new UnstorableValueError(message));
        return;
      }
      try {
        super.query(statement as string, values as unknown[], answer);
      } catch (error) {
        // A part of the message may be sent already.
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

/** Returns the bytes of text and binary values: exact if there are many, otherwise a lower bound. */
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
 * Returns true for a ROLLBACK on a lost connection, whose transaction PostgreSQL rolls back itself. Prisma does not
 * await the rollback of a transaction that took too long, so its failure would be an unhandled rejection, which ends
 * the process.
 */
function isRolledBack(statement: unknown, error: Error | null): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return error !== null && !(error instanceof pg.DatabaseError) && text === 'ROLLBACK';
}
