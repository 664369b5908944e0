-- Finds the delayed sessions that are due. A statement alone is no transaction, so the index is built while the services
-- run. A build that was interrupted leaves an invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "flow_entries_delayed_idx" ON "flow_entries"("starts_at") WHERE "starts_at" IS NOT NULL;
