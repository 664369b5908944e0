ALTER TABLE "workflow_references" ADD COLUMN     "deleted_name" TEXT;
