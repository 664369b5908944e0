-- Counting the rows of a table subtracts those whose time is over. The index on the time alone has those of all tables.
-- A statement alone is no transaction, so the index is built beside traffic. A build that was given up leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "collection_entries_expiring_idx" ON "collection_entries"("collection_id", "expires_at") WHERE "expires_at" IS NOT NULL;
