-- Sessions and steps are vacuumed and analyzed for what a million new rows are worth, not for each minute of a young
-- table: their plans do not depend on statistics, and commits waited beside it for pages and for the disk
ALTER TABLE "sessions" SET (autovacuum_vacuum_insert_threshold = 1000000, autovacuum_analyze_threshold = 1000000);
ALTER TABLE "steps" SET (autovacuum_vacuum_insert_threshold = 1000000, autovacuum_analyze_threshold = 1000000);
