SET lock_timeout = '2s';
SET statement_timeout = '10s';

ALTER TABLE "session_counts" ADD COLUMN     "test_cancelled" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "test_failed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "test_succeeded" INTEGER NOT NULL DEFAULT 0;
