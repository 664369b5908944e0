SET lock_timeout = '2s';
SET statement_timeout = '10s';

ALTER TABLE "session_counts" ADD COLUMN     "running" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "waiting" INTEGER NOT NULL DEFAULT 0;
