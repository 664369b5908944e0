-- Finds the expiries of each organization that are due, in order. A statement alone is no transaction, so the index is
-- built while the services run. A build that was interrupted leaves an invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "session_expiries_organization_id_expires_at_idx" ON "session_expiries"("organization_id", "expires_at");
