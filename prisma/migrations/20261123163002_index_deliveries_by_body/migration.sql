-- A statement alone is no transaction, so the index is built beside traffic. A build that was given up leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "event_deliveries_body_id_idx" ON "event_deliveries"("body_id");
