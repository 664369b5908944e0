SET lock_timeout = '2s';
SET statement_timeout = '10s';

-- AlterEnum
ALTER TYPE "flow_stage" ADD VALUE 'GATHERING';

-- CreateTable
CREATE TABLE "gatherings" (
    "session_id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "component_id" UUID NOT NULL,
    "key" TEXT,
    "requests" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "values" TEXT NOT NULL,
    "closes_at" TIMESTAMPTZ(6) NOT NULL,
    "ends_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "gatherings_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "gathered_requests" (
    "session_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "item" TEXT NOT NULL,

    CONSTRAINT "gathered_requests_pkey" PRIMARY KEY ("session_id", "number")
);

-- CreateIndex
CREATE INDEX "gatherings_closes_at_idx" ON "gatherings"("closes_at");

-- CreateIndex
CREATE UNIQUE INDEX "gatherings_workflow_id_workflow_version_component_id_key_key" ON "gatherings"("workflow_id", "workflow_version", "component_id", "key");
