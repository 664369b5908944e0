SET lock_timeout = '2s';
SET statement_timeout = '10s';

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN "sequence" BIGINT;

-- In the order of commits: readers take numbers, one at a time
CREATE SEQUENCE "audit_log_sequence";
