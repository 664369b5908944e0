-- AlterTable
ALTER TABLE "organization_quotas" ADD COLUMN     "pool" TEXT;

-- AlterTable
ALTER TABLE "definitions" ADD COLUMN     "pool" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "pool" TEXT NOT NULL DEFAULT 'default';

-- AlterTable
ALTER TABLE "admission_quotas" ADD COLUMN     "pools" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "executors" ADD COLUMN     "pool" TEXT NOT NULL DEFAULT 'default';

-- CreateTable
CREATE TABLE "executor_pools" (
    "name" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "executor_pools_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "pool_moves" (
    "workflow_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pool_moves_pkey" PRIMARY KEY ("workflow_id")
);

-- CreateIndex
CREATE INDEX "pool_moves_due_at_idx" ON "pool_moves"("due_at");
