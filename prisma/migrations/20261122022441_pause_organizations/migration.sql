-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "paused_at" TIMESTAMPTZ(3);
