-- AlterTable
ALTER TABLE "operations" ADD COLUMN     "next_at" TIMESTAMPTZ(6),
ADD COLUMN     "retries_per_minute" INTEGER;
