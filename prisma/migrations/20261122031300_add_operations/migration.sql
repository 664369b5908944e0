-- CreateEnum
CREATE TYPE "operation_action" AS ENUM ('CANCEL', 'RETRY');

-- CreateEnum
CREATE TYPE "operation_status" AS ENUM ('RUNNING', 'DONE', 'STOPPED', 'FAILED');

-- CreateTable
CREATE TABLE "operations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "action" "operation_action" NOT NULL,
    "from_start" BOOLEAN NOT NULL DEFAULT false,
    "status" "operation_status" NOT NULL,
    "matched" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),
    "worked_at" TIMESTAMPTZ(6),

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operation_parts" (
    "operation_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "session_ids" UUID[],

    CONSTRAINT "operation_parts_pkey" PRIMARY KEY ("operation_id","number")
);

-- CreateIndex
CREATE INDEX "operations_organization_id_id_idx" ON "operations"("organization_id", "id");

-- CreateIndex
CREATE INDEX "operations_status_worked_at_idx" ON "operations"("status", "worked_at");
