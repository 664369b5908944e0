-- CreateTable
CREATE TABLE "delivery_refusals" (
    "workflow_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "count" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "recent" JSONB NOT NULL,

    CONSTRAINT "delivery_refusals_pkey" PRIMARY KEY ("workflow_id","reason")
);
