ALTER TYPE "session_trigger" ADD VALUE 'SCHEDULE';
ALTER TYPE "session_trigger" ADD VALUE 'FEED';
ALTER TYPE "session_trigger" ADD VALUE 'MAIL';

CREATE TYPE "due_time_status" AS ENUM ('WAITING', 'STARTED', 'SKIPPED', 'MISSED');

CREATE TABLE "schedules" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "definition_id" UUID NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "output" TEXT,
    "has_flow" BOOLEAN NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "resumed_at" TIMESTAMPTZ(3),
    "until_at" TIMESTAMPTZ(3),
    "behind" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "schedules_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "due_times" (
    "workflow_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "organization_id" UUID NOT NULL,
    "status" "due_time_status" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "definition_id" UUID NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "output" TEXT,
    "has_flow" BOOLEAN NOT NULL,
    "session_id" UUID,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "due_times_pkey" PRIMARY KEY ("workflow_id", "component_id", "due_at")
);

CREATE INDEX "schedules_workflow_id_idx" ON "schedules"("workflow_id");

CREATE INDEX "due_times_decided_at_idx" ON "due_times"("decided_at");

-- Not in the schema, because Prisma knows no partial indexes: what is due, what a version that is published has, what
-- waits for the session of its schedule, and which session that is.
CREATE INDEX "schedules_next_at_idx" ON "schedules"("next_at") WHERE "next_at" IS NOT NULL;
CREATE UNIQUE INDEX "schedules_published_idx" ON "schedules"("organization_id", "workflow_id", "component_id") WHERE "until_at" IS NULL;
CREATE INDEX "schedules_listed_idx" ON "schedules"("organization_id", "id") WHERE "until_at" IS NULL;
CREATE INDEX "schedules_stopped_idx" ON "schedules"("organization_id") WHERE "next_at" IS NULL;
CREATE INDEX "due_times_waiting_idx" ON "due_times"("organization_id", "workflow_id", "component_id", "due_at") WHERE "status" = 'WAITING';
CREATE INDEX "due_times_started_idx" ON "due_times"("workflow_id", "component_id", "due_at") WHERE "status" = 'STARTED';
