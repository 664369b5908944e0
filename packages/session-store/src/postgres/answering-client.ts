import { closeAtOnce } from '@workflow/postgres-hosts';
import pg from 'pg';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Called for each statement that ended, well or not: its name, `unnamed` for those without one, and the seconds it
 * took.
 */
export type OnStatement = (name: string, seconds: number) => void;

function nameOf(statement: unknown): string {
  const name = (statement as { name?: unknown } | null)?.name;
  return typeof name === 'string' && name !== '' ? name : 'unnamed';
}

/**
 * A connection that is closed, its statement failed, when the server does not answer in time. pg has `query_timeout`
 * for that, and it has promises, but does both with `query.callback = () => …`: V8 takes a function literal that is
 * assigned to a property for a method that lives long, puts it among old objects at once, and so keeps all that it
 * refers to, the statement's values among it, until the next full collection (docs/performance.md).
 */
export function answeringClient(timeoutMs: number, onStatement?: OnStatement, Client = pg.Client): typeof pg.Client {
  class AnsweringClient extends Client {
    // pg's overloads, whose types tell more than is used here, stay those of the class.
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
      const timer = setTimeout(() => this.#giveUp(), timeoutMs);
      super.query(statement as string, values as unknown[], (error, result) => {
        clearTimeout(timer);
        onStatement?.(nameOf(statement), (performance.now() - since) / 1_000);
        if (isRolledBack(statement, error)) done(null, NOTHING);
        else done(error, result);
      });
    }

    #giveUp(): void {
      closeAtOnce(this, `PostgreSQL did not answer within ${timeoutMs} ms`);
    }
  }
  return AnsweringClient;
}

const NOTHING: pg.QueryResult = { command: 'ROLLBACK', rowCount: 0, oid: 0, fields: [], rows: [] };

/**
 * PostgreSQL rolls back what a lost connection had begun. Nobody awaits the rollback with which Prisma ends a
 * transaction that took too long: its failure would be an unhandled rejection, which ends the process.
 */
function isRolledBack(statement: unknown, error: Error | null): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return error !== null && !(error instanceof pg.DatabaseError) && text === 'ROLLBACK';
}
