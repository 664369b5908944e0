CREATE TABLE "deleted_sessions" (
    "session_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "with_below" BOOLEAN NOT NULL,

    CONSTRAINT "deleted_sessions_pkey" PRIMARY KEY ("session_id")
);

CREATE INDEX "deleted_sessions_organization_id_session_id_idx" ON "deleted_sessions"("organization_id", "session_id");

-- As before; and what is below a deleted session has ended, whatever its number.
CREATE OR REPLACE FUNCTION ended_above(session_ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  locks bigint[];
BEGIN
  SELECT array_agg(DISTINCT tree_lock(p.path[1])) INTO locks
  FROM sessions s JOIN parent_sessions p ON p.session_id = s.parent_id
  WHERE s.id = ANY (session_ids) AND s.parent_id IS NOT NULL;
  IF locks IS NULL THEN
    RETURN '{}';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(l.key) FROM unnest(locks) AS l(key);
  RETURN ARRAY(
    SELECT s.id FROM sessions s JOIN parent_sessions p ON p.session_id = s.parent_id
    WHERE s.id = ANY (session_ids) AND s.parent_id IS NOT NULL AND (EXISTS (
      SELECT FROM parent_sessions a WHERE a.session_id = ANY (p.path) AND a.ended_number > coalesce(s.tree_number, 0))
      OR EXISTS (SELECT FROM deleted_sessions d WHERE d.session_id = ANY (p.path) AND d.with_below)));
END
$$;
