-- Replaced by "sessions_turns_idx". Releases before it find the same rows by "sessions_backlog_idx".
DROP INDEX CONCURRENTLY IF EXISTS "sessions_precedence_idx";
