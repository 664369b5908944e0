CREATE SEQUENCE "tree_numbers";

ALTER TABLE "sessions" ADD COLUMN "tree_number" BIGINT;

CREATE TABLE "parent_sessions" (
    "session_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "path" UUID[],
    "depth" INTEGER NOT NULL,
    "ended_number" BIGINT,
    "is_ending" BOOLEAN NOT NULL DEFAULT false,
    "examined_run" INTEGER NOT NULL DEFAULT 0,
    "examined_component" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
    "examined_iteration" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "parent_sessions_pkey" PRIMARY KEY ("session_id")
);

-- Prisma has no partial indexes. The work list: the shallowest of each organization first.
CREATE INDEX "parent_sessions_ending_idx" ON "parent_sessions"("organization_id", "depth", "session_id") WHERE "is_ending";

CREATE TABLE "tree_sizes" (
    "root_id" UUID NOT NULL,
    "sessions" INTEGER NOT NULL,

    CONSTRAINT "tree_sizes_pkey" PRIMARY KEY ("root_id")
);

-- Children that exist already; the partial index on parent_id finds their parents.
INSERT INTO "parent_sessions" ("session_id", "organization_id", "path", "depth")
WITH RECURSIVE parents AS (
  SELECT p.id, p.organization_id, p.parent_id FROM sessions p
  WHERE p.id IN (SELECT parent_id FROM sessions WHERE parent_id IS NOT NULL)
), tree AS (
  SELECT p.id, p.organization_id, ARRAY[p.id] AS path FROM parents p
  WHERE p.parent_id IS NULL OR NOT EXISTS (SELECT FROM sessions g WHERE g.id = p.parent_id)
  UNION ALL
  SELECT p.id, p.organization_id, t.path || p.id FROM tree t JOIN parents p ON p.parent_id = t.id
)
SELECT id, organization_id, path, cardinality(path) - 1 FROM tree;

INSERT INTO "tree_sizes" ("root_id", "sessions")
SELECT p.path[1], count(*) FROM sessions c JOIN "parent_sessions" p ON p.session_id = c.parent_id GROUP BY 1;

-- The advisory lock of the tree that a root names.
CREATE FUNCTION tree_lock(root uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT uuid_hash_extended(root, 7203117)
$$;

-- Which of the sessions an ancestor's end has ended. Locks their trees until the end of the transaction, so that none of
-- their ancestors ends the rest of its tree meanwhile. The locks are taken before the query that decides, and each query
-- of a volatile function sees what was committed before it: so it sees every such end that was committed by then.
CREATE FUNCTION ended_above(session_ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql VOLATILE AS $$
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
    WHERE s.id = ANY (session_ids) AND s.parent_id IS NOT NULL AND EXISTS (
      SELECT FROM parent_sessions a WHERE a.session_id = ANY (p.path) AND a.ended_number > coalesce(s.tree_number, 0)));
END
$$;

-- Locks the trees of sessions in the order of all others: those of `ending`, where something is below them, so that
-- nobody has a lock of `ended_above`; the others as `ended_above` does.
CREATE FUNCTION lock_trees(session_ids uuid[], ending uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  tree record;
BEGIN
  FOR tree IN
    SELECT key, bool_or(exclusive) AS exclusive FROM (
      SELECT tree_lock(p.path[1]) AS key, true AS exclusive FROM parent_sessions p WHERE p.session_id = ANY (ending)
      UNION ALL
      SELECT tree_lock(p.path[1]), false FROM sessions s JOIN parent_sessions p ON p.session_id = s.parent_id
      WHERE s.id = ANY (session_ids) AND s.parent_id IS NOT NULL
    ) t GROUP BY key ORDER BY key
  LOOP
    IF tree.exclusive THEN
      PERFORM pg_advisory_xact_lock(tree.key);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(tree.key);
    END IF;
  END LOOP;
END
$$;
