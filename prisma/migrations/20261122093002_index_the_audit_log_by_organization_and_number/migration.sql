-- A statement alone is no transaction, so the index is built beside traffic. A build that was given up leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "audit_log_organization_id_sequence_idx" ON "audit_log"("organization_id", "sequence");
