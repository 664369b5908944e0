import { isHeld, isInBacklog, QUEUED_TRANSITIONS } from '../src/queued/queued-states.ts';

const LISTED = QUEUED_TRANSITIONS.flatMap(({ from, to, statements }) =>
  statements.map((statement) => `('${from}', '${to}', '${statement}')`),
).join(', ');
const LISTED_PAIRS = QUEUED_TRANSITIONS.map(({ from, to }) => `('${from}', '${to}')`).join(', ');

/**
 * SQL that makes PostgreSQL refuse a change of the state of a QUEUED session which `QUEUED_TRANSITIONS` does not list
 * for its statement. It applies to connections of the store and not to SQL of tests.
 */
export const REFUSE_OTHER_QUEUED_TRANSITIONS = `
  CREATE FUNCTION queued_state(enqueued_at timestamptz) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN ${isHeld()} THEN 'held' WHEN ${isInBacklog()} THEN 'backlog' ELSE 'enqueued' END
  $$;
  CREATE FUNCTION queued_state_before(status session_status, enqueued_at timestamptz) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN status IN ('QUEUED', 'RUNNING') THEN queued_state(enqueued_at) ELSE '[*]' END
  $$;
  CREATE FUNCTION refuse_queued_transition() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    was text := '[*]';
    becomes text := queued_state(NEW.enqueued_at);
    statement_name text := (SELECT regexp_replace(name, '_of_some$', '') FROM pg_prepared_statements
      WHERE statement = current_query() AND name <> '' LIMIT 1);
  BEGIN
    IF TG_OP = 'UPDATE' THEN was := queued_state_before(OLD.status, OLD.enqueued_at); END IF;
    IF current_setting('application_name') = 'blocked-turn' THEN statement_name := 'blocked-turn'; END IF;
    IF was <> becomes AND ((was, becomes) NOT IN (${LISTED_PAIRS})
        OR (was, becomes, statement_name) NOT IN (${LISTED})) THEN
      RAISE EXCEPTION 'a QUEUED session must not change from % to % by %', was, becomes, statement_name;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER refuse_queued_insert AFTER INSERT ON sessions FOR EACH ROW
    WHEN (NEW.status = 'QUEUED' AND current_setting('application_name') IN ('session-store', 'blocked-turn'))
    EXECUTE FUNCTION refuse_queued_transition();
  CREATE TRIGGER refuse_queued_update AFTER UPDATE ON sessions FOR EACH ROW
    WHEN (NEW.status = 'QUEUED' AND current_setting('application_name') IN ('session-store', 'blocked-turn')
      AND (OLD.status <> 'QUEUED' OR OLD.enqueued_at IS DISTINCT FROM NEW.enqueued_at))
    EXECUTE FUNCTION refuse_queued_transition();
`;
