-- Vacuum of sessions at PostgreSQL's own pace. Without a pause commits waited 50 ms and more beside it
ALTER TABLE "sessions" RESET (autovacuum_vacuum_cost_delay);
