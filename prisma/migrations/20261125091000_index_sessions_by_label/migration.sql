-- Not in the schema, because Prisma knows no partial indexes. A statement alone is no transaction, so the index is built
-- beside traffic. A build that was given up leaves an invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "sessions_label_idx" ON "sessions"("organization_id", "label" text_pattern_ops, "id") WHERE "label" IS NOT NULL;
