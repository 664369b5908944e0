-- Finds the delayed sessions of each organization that are due, in order, however many are due at the same time. A
-- statement alone is no transaction, so the index is built while the services run. A build that was interrupted leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "flow_entries_delayed_of_organizations_idx" ON "flow_entries"("organization_id", "starts_at", "session_id") WHERE "starts_at" IS NOT NULL;
