-- A statement alone is no transaction, so the index is built beside traffic. A build that was given up leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "session_events_organization_id_id_idx" ON "session_events"("organization_id", "id");
