import type { Sql } from '../postgres/sql.ts';
import { countStoredBytes } from './count-stored-bytes.ts';
import { readSessionLine } from './read-session-line.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { deleteOld, type RetentionOptions, type RetentionSweep } from './delete-old.ts';

export type Retention = ReturnType<typeof openRetention>;

/** Opens functions that delete old sessions and count stored bytes. Callers need the lease of the same name. */
export function openRetention(sql: Sql, rounds: FairRounds) {
  const sweep: RetentionSweep = { organizations: null };
  return {
    deleteOld: (options: RetentionOptions) => deleteOld(sql, rounds, sweep, options),
    /** Returns a session with its steps as one line of JSON, in several strings. */
    readSessionLine: (sessionId: string) => readSessionLine(sql, sessionId),
    countStoredBytes: (stopped: () => boolean) => countStoredBytes(sql, rounds, stopped),
  };
}
