CREATE TABLE "polls" (
    "workflow_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "definition_id" UUID NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "output" TEXT,
    "has_flow" BOOLEAN NOT NULL,
    "source" TEXT NOT NULL,
    "position" JSONB,
    "next_at" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "last_at" TIMESTAMPTZ(3),
    "last_ok" BOOLEAN,
    "last_message" TEXT,

    CONSTRAINT "polls_pkey" PRIMARY KEY ("workflow_id", "component_id")
);

-- Not in the schema, because Prisma knows no partial indexes.
CREATE INDEX "polls_next_at_idx" ON "polls"("next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "polls_organization_id_idx" ON "polls"("organization_id");
