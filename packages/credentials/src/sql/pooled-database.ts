import type { Database, DatabaseResult, DatabaseStatement, StepFailure } from '@workflow/component-kit/run';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach } from '../define-runner.ts';
import { leavesNoTrace } from './first-word.ts';

/** How connections of one kind of database are used. */
export interface DatabaseKind<Connection> {
  open(signal: AbortSignal): Promise<Connection>;
  isOpen(connection: Connection): boolean;
  close(connection: Connection): void;
  /** Has the server end what the connection runs. Fails silently. */
  cancel(connection: Connection): void;
  /** Rejects with whatever library or server fail with. */
  run(connection: Connection, statement: DatabaseStatement): Promise<DatabaseResult>;
  /** That as a failure of the step. */
  failureOf(error: unknown): StepFailure;
}

/** A database that run code may send statements to, on connections that are kept for a while. */
export function pooledDatabase<Connection>(
  { pools, poolKey }: CredentialReach,
  kind: DatabaseKind<Connection>,
): Database {
  const pool = { ...poolKey, open: kind.open, isOpen: kind.isOpen, close: kind.close };
  return {
    run: async (statement, signal) => {
      try {
        return await pools.use(pool, signal, async (connection) => {
          const result = await closeOnAbort(
            signal,
            () => (signal.aborted ? kind.cancel(connection) : undefined),
            () => kind.run(connection, statement),
          );
          return { result, isClean: leavesNoTrace(statement.text) && !signal.aborted && kind.isOpen(connection) };
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw kind.failureOf(error);
      }
    },
  };
}
