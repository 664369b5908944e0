ALTER TABLE "workflow_versions" ADD COLUMN "version_name" TEXT, ADD COLUMN "note" TEXT;

CREATE TABLE "kept_drafts" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "draft" JSONB NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_drafts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "kept_drafts_workflow_id_id_idx" ON "kept_drafts"("workflow_id", "id");

ALTER TABLE "kept_drafts" ADD CONSTRAINT "kept_drafts_workflow_id_fkey"
    FOREIGN KEY ("workflow_id") REFERENCES "workflows"("id") ON DELETE CASCADE ON UPDATE CASCADE;
