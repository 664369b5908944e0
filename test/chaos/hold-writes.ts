import { Client } from 'pg';
import { waitFor } from '@workflow/test-harness';

/** The first key of the advisory lock that held writes wait for. */
const LOCK = 292;

/** A statement of a service that waits at the server. */
interface HeldWrite {
  /** Its text, up to `track_activity_query_size` of the server. */
  query: string;
  /** Lets the server commit the statement, even if nobody waits for the answer. */
  arrive(): Promise<void>;
  /** Drops the statement as if it had never arrived. */
  lose(): Promise<void>;
}

/**
 * Holds writes that create a workflow's session, that change its status, or that write a part of a step, so that their
 * service can be killed in the meantime.
 */
export async function openHeldWrites(databaseUrl: string) {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(`
    CREATE TABLE held_writes (workflow_id uuid, status text);
    CREATE FUNCTION hold_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM held_writes h WHERE h.workflow_id = NEW.workflow_id AND h.status = NEW.status::text) THEN
        PERFORM pg_advisory_xact_lock(${LOCK}, 1);
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_write BEFORE UPDATE ON sessions FOR EACH ROW
      WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION hold_write();
    CREATE TRIGGER hold_accept BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION hold_write();
    CREATE TABLE held_parts (session_id uuid PRIMARY KEY, written int NOT NULL DEFAULT 0, hold_at int);
    CREATE FUNCTION hold_part() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE is_held boolean;
    BEGIN
      UPDATE held_parts SET written = written + 1 WHERE session_id = NEW.session_id
        RETURNING written = hold_at INTO is_held;
      IF is_held THEN
        PERFORM pg_advisory_xact_lock(${LOCK}, 1);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER hold_part AFTER INSERT OR UPDATE ON steps FOR EACH ROW
      WHEN (NEW.part IS NOT NULL) EXECUTE FUNCTION hold_part();
    SELECT pg_advisory_lock(${LOCK}, 1)`);

  async function findHeld(): Promise<{ pid: number; query: string } | undefined> {
    const { rows } = await database.query<{ pid: number; query: string }>(
      `SELECT pid, query FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND classid = ${LOCK} AND NOT granted AND datname = current_database()`,
    );
    return rows[0];
  }

  return {
    database,
    /** Holds the writes that give a session of the workflow this status. An accept gives it QUEUED. */
    hold: async (workflowId: string, status: string): Promise<void> => {
      await database.query('INSERT INTO held_writes VALUES ($1, $2)', [workflowId, status]);
    },
    /** Stops holding writes of the workflow. */
    forget: async (workflowId: string): Promise<void> => {
      await database.query('DELETE FROM held_writes WHERE workflow_id = $1', [workflowId]);
    },
    /** Holds a write of a part of the session: the one with this number, from 1. */
    holdPart: async (sessionId: string, number: number): Promise<void> => {
      await database.query(
        `INSERT INTO held_parts (session_id, hold_at) VALUES ($1, $2)
        ON CONFLICT (session_id) DO UPDATE SET hold_at = excluded.hold_at`,
        [sessionId, number],
      );
    },
    /** Waits for a held write. Returns null if `isOver` became true and none was held. */
    untilHeld: async (isOver: () => Promise<boolean> = () => Promise.resolve(false)): Promise<HeldWrite | null> => {
      const look = async () => (await findHeld()) ?? ((await isOver()) && 'over');
      const held = await waitFor(look, { everyMs: 10, what: 'a write that is held' });
      if (held === 'over') return null;
      const { pid, query } = held;
      return {
        query,
        async arrive() {
          await database.query(`SELECT pg_advisory_unlock(${LOCK}, 1)`);
          // The former waiter has the lock until it commits.
          await database.query(`SELECT pg_advisory_lock(${LOCK}, 1)`);
        },
        async lose() {
          await database.query('SELECT pg_terminate_backend($1)', [pid]);
          await waitFor(async () => (await findHeld())?.pid !== pid, { everyMs: 10 });
        },
      };
    },
    close: (): Promise<void> => database.end(),
  };
}
