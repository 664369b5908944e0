ALTER TABLE "definitions" ADD COLUMN     "concurrency" JSONB;

-- A service of an earlier release writes none, and it is read from the content then.
UPDATE "definitions" SET "concurrency" = coalesce("content" -> 'flow' -> 'concurrency', 'null');
