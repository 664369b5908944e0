ALTER TYPE "session_trigger" ADD VALUE 'ERROR';

CREATE TABLE "error_triggers" (
    "workflow_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "definition_id" UUID NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "output" TEXT,
    "all_workflows" BOOLEAN NOT NULL,
    "workflow_ids" UUID[],

    CONSTRAINT "error_triggers_pkey" PRIMARY KEY ("workflow_id", "component_id")
);

CREATE INDEX "error_triggers_organization_id_idx" ON "error_triggers"("organization_id");
