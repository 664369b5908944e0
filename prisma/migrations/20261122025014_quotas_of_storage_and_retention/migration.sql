-- AlterTable
ALTER TABLE "organization_quotas" ADD COLUMN     "retention_days" INTEGER;

-- AlterTable
ALTER TABLE "workflows" ADD COLUMN     "retention_days" INTEGER;

-- CreateTable
CREATE TABLE "stored_bytes" (
    "organization_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_bytes_pkey" PRIMARY KEY ("organization_id")
);
