-- Counts the sessions that flow control holds, without the delayed ones, of which there may be a million. A statement
-- alone is no transaction, so the index is built while the services run. A build that was interrupted leaves an invalid
-- index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "flow_entries_held_idx" ON "flow_entries"("organization_id") WHERE "starts_at" IS NULL;
