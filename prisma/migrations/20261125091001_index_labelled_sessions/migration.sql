-- Not in the schema, because Prisma knows no partial indexes. For labels that many sessions begin with, newest first.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE INDEX CONCURRENTLY "sessions_labelled_idx" ON "sessions"("organization_id", "id") INCLUDE ("label") WHERE "label" IS NOT NULL;
