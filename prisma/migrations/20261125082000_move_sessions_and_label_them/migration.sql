ALTER TABLE "sessions" ADD COLUMN "results_from" JSONB,
ADD COLUMN "moved" JSONB,
ADD COLUMN "label" TEXT;

ALTER TABLE "operations" ADD COLUMN "on_latest" BOOLEAN NOT NULL DEFAULT false;
