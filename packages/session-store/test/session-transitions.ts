import { SESSION_TRANSITIONS } from '@workflow/workflow-model';

const LISTED = SESSION_TRANSITIONS.map(({ from, to }) => `('${from}', '${to}')`).join(', ');

/** SQL that makes PostgreSQL refuse a change of status which `SESSION_TRANSITIONS` does not list, in any statement. */
export const REFUSE_OTHER_TRANSITIONS = `
  CREATE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'a session must not change from % to %', OLD.status, NEW.status;
  END $$;
  CREATE TRIGGER refuse_transition AFTER UPDATE ON sessions FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status AND (OLD.status::text, NEW.status::text) NOT IN (${LISTED}))
    EXECUTE FUNCTION refuse_transition();
`;
