-- AlterEnum
ALTER TYPE "change_kind" ADD VALUE 'ORGANIZATION_QUOTA';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "run_burst" INTEGER,
ADD COLUMN     "runs_per_minute" INTEGER;

-- CreateTable
CREATE TABLE "organization_quotas" (
    "organization_id" UUID NOT NULL,
    "runs_per_minute" INTEGER,
    "run_burst" INTEGER,
    "max_concurrent_sessions" INTEGER,
    "max_stored_bytes" BIGINT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_quotas_pkey" PRIMARY KEY ("organization_id")
);
