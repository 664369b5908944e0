import type { Client } from 'pg';

/**
 * Creates triggers in the suite's database that record forbidden changes when they happen, so that no later state can
 * hide them.
 */
export async function watchInvariants(database: Client): Promise<void> {
  await database.query(`
    CREATE TABLE chaos_terminal (session_id uuid, status text);
    CREATE TABLE chaos_rerun (session_id uuid, component_id uuid);
    CREATE FUNCTION chaos_note_terminal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')
         AND (OLD.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED') OR NEW.status <> OLD.status)
         AND NOT (OLD.status = NEW.status AND OLD.finished_at = NEW.finished_at) THEN
        INSERT INTO chaos_terminal VALUES (NEW.id, NEW.status);
      END IF;
      IF NEW.packed_steps IS NOT NULL AND EXISTS (SELECT 1 FROM steps s WHERE s.session_id = NEW.id) THEN
        INSERT INTO chaos_rerun VALUES (NEW.id, NULL);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER chaos_terminal AFTER UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION chaos_note_terminal();
    CREATE FUNCTION chaos_note_rerun() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM steps s WHERE s.session_id = NEW.session_id AND s.run = NEW.run
                 AND s.component_id = NEW.component_id AND s.iteration = NEW.iteration AND s.status = 'SUCCEEDED'
                 AND s.attempt <> NEW.attempt)
         OR (TG_OP = 'UPDATE' AND OLD.status = 'SUCCEEDED') THEN
        INSERT INTO chaos_rerun VALUES (NEW.session_id, NEW.component_id);
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER chaos_rerun BEFORE INSERT OR UPDATE ON steps FOR EACH ROW EXECUTE FUNCTION chaos_note_rerun();
  `);
}

export interface InvariantCounts {
  finished: number;
  succeeded: number;
  unfinished: number;
  /** Number of sessions that ended more than once. */
  finishedTwice: number;
  committedStepsRerun: number;
}

export async function countInvariants(database: Client): Promise<InvariantCounts> {
  const { rows } = await database.query<Record<string, string>>(`
    SELECT count(*) FILTER (WHERE status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) AS finished,
           count(*) FILTER (WHERE status = 'SUCCEEDED') AS succeeded,
           count(*) FILTER (WHERE status IN ('QUEUED', 'RUNNING', 'WAITING')) AS unfinished,
           (SELECT count(*) FROM (SELECT 1 FROM chaos_terminal GROUP BY session_id HAVING count(*) > 1) twice) AS twice,
           (SELECT count(*) FROM chaos_rerun) AS rerun
    FROM sessions`);
  const row = rows[0] ?? {};
  return {
    finished: Number(row['finished']),
    succeeded: Number(row['succeeded']),
    unfinished: Number(row['unfinished']),
    finishedTwice: Number(row['twice']),
    committedStepsRerun: Number(row['rerun']),
  };
}
