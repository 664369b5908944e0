ALTER TABLE "workflows" ADD COLUMN "ordered_draft" JSON;
ALTER TABLE "kept_drafts" ADD COLUMN "ordered_draft" JSON;
ALTER TABLE "definitions" ADD COLUMN "ordered_content" JSON;
