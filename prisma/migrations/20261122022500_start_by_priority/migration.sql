SET lock_timeout = '2s';
SET statement_timeout = '10s';

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "warning" TEXT;
