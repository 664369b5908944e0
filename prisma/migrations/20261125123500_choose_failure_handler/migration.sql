ALTER TABLE "organizations" ADD COLUMN "failure_workflow_id" UUID;
