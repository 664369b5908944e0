-- AlterTable
ALTER TABLE "password_resets" ADD COLUMN     "by_operator" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "executors" ADD COLUMN     "drain_requested_at" TIMESTAMPTZ(3);
