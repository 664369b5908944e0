-- Finds the backlog of one pool in order of precedence. Its condition differs from that of "sessions_turns_idx", so that
-- the planner takes neither for the queries of the other. The release before uses "sessions_turns_idx", which a later
-- release drops. A statement alone is no transaction, so the index is built while the services run. A build that was
-- interrupted leaves an invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "sessions_pools_idx" ON "sessions"("organization_id", "pool", "priority", "workflow_id", "id") WHERE coalesce("enqueued_at", '-infinity') <= '-infinity';
