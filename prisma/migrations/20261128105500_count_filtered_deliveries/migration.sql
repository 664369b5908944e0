-- AlterTable
ALTER TABLE "webhook_listeners" ADD COLUMN "filtered" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "filtered_deliveries" (
    "workflow_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "counts" INTEGER[],
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "filtered_deliveries_pkey" PRIMARY KEY ("workflow_id","component_id")
);
