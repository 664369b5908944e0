ALTER TABLE "api_keys" ADD COLUMN "workflow_ids" UUID[] DEFAULT ARRAY[]::UUID[];
