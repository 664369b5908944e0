import pg from 'pg';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * A connection that is closed, its statement failed, when the server does not answer in time. pg has `query_timeout`
 * for that, and it has promises, but does both with `query.callback = () => …`: V8 takes a function literal that is
 * assigned to a property for a method that lives long, puts it among old objects at once, and so keeps all that it
 * refers to, the statement's values among it, until the next full collection (docs/performance.md).
 */
export function answeringClient(timeoutMs: number): typeof pg.Client {
  class AnsweringClient extends pg.Client {
    // pg's overloads, whose types tell more than is used here, stay those of the class.
    override query(...args: unknown[]): never {
      const done = args.findIndex((arg) => typeof arg === 'function');
      if (done < 0) return new Promise((resolve, reject) => this.#send(args, (error, result) => (error ? reject(error) : resolve(result)))) as never;
      return this.#send(args.slice(0, done), args[done] as Callback) as never;
    }

    #send([statement, values]: unknown[], done: Callback): void {
      const timer = setTimeout(() => this.#giveUp(), timeoutMs);
      super.query(statement as string, values as unknown[], (error, result) => {
        clearTimeout(timer);
        done(error, result);
      });
    }

    #giveUp(): void {
      const { connection } = this as unknown as { connection: pg.Connection };
      connection.stream.destroy(new Error(`PostgreSQL did not answer within ${timeoutMs} ms`));
    }
  }
  return AnsweringClient;
}
