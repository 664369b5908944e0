import type { Database, DatabaseResult, DatabaseStatement, StepFailure } from '@workflow/component-kit/run';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach } from '../define-runner.ts';
import { mayBeReset } from './first-word.ts';

/** Uses connections of one kind of database. */
export interface DatabaseKind<Connection> {
  open(signal: AbortSignal): Promise<Connection>;
  isOpen(connection: Connection): boolean;
  close(connection: Connection): void;
  /** Makes the server forget settings, locks, variables and everything else that statements left in the session. */
  reset(connection: Connection): Promise<void>;
  /** Requests that the server cancels the statement of the connection. Fails silently. */
  cancel(connection: Connection): void;
  /** Rejects with the error of the library or the server. */
  run(connection: Connection, statement: DatabaseStatement): Promise<DatabaseResult>;
  /** Returns such an error as a failure of the step. */
  failureOf(error: unknown): StepFailure;
}

/** Returns a database that run code may send statements to, on pooled connections. */
export function pooledDatabase<Connection>(
  { pools, poolKey }: CredentialReach,
  kind: DatabaseKind<Connection>,
): Database {
  const pool = { ...poolKey, open: kind.open, isOpen: kind.isOpen, close: kind.close, reset: kind.reset };
  return {
    run: async (statement, signal) => {
      try {
        return await pools.use(pool, signal, async (connection) => {
          const result = await closeOnAbort(
            signal,
            () => (signal.aborted ? kind.cancel(connection) : undefined),
            () => kind.run(connection, statement),
          );
          return { result, mayReuse: mayBeReset(statement.text) && !signal.aborted && kind.isOpen(connection) };
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw kind.failureOf(error);
      }
    },
  };
}
