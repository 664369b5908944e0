-- A statement alone is no transaction, so the index is built while the services run. A build that was interrupted leaves
-- an invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "operation_parts_operation_id_last_session_id_idx" ON "operation_parts"("operation_id", "last_session_id");
