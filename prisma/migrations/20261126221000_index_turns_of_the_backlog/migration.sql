-- The same as "sessions_precedence_idx", under a condition that no other index has: without statistics the planner
-- took "sessions_backlog_idx" for its queries, whose tree is smaller, and read the whole backlog.
-- A statement alone is no transaction, so the index is built beside traffic. A build that was given up leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "sessions_turns_idx" ON "sessions"("organization_id", "priority", "workflow_id", "id") WHERE coalesce("enqueued_at", '-infinity') = '-infinity';
