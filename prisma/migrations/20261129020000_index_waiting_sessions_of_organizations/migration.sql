-- Finds the waiting sessions of each organization that are due, in order, however many are due at the same time. A
-- statement alone is no transaction, so the index is built while the services run. A build that was interrupted leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "sessions_due_of_organizations_idx" ON "sessions"("organization_id", "due_at") WHERE "enqueued_at" < "due_at";
