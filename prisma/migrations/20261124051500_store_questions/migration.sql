CREATE TYPE "question_kind" AS ENUM ('CALLBACK', 'APPROVAL');

CREATE TYPE "question_status" AS ENUM ('EARLY', 'OPEN', 'ANSWERED', 'TIMED_OUT');

CREATE TABLE "address_key" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "address_key_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "questions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "run" INTEGER NOT NULL,
    "component_id" UUID NOT NULL,
    "iteration" INTEGER NOT NULL,
    "kind" "question_kind" NOT NULL,
    "status" "question_status" NOT NULL,
    "session_run" INTEGER,
    "fields" JSON,
    "reply" BYTEA,
    "reply_is_json" BOOLEAN,
    "title" TEXT,
    "message" TEXT,
    "choices" TEXT[],
    "signed_in_only" BOOLEAN,
    "approvers" TEXT[],
    "remind_after_seconds" INTEGER,
    "remind_at" TIMESTAMPTZ(6),
    "reminders" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6),
    "answer" BYTEA,
    "choice" TEXT,
    "comment" TEXT,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(6),

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "questions_session_id_run_component_id_iteration_key" ON "questions"("session_id", "run", "component_id", "iteration");

-- Not in the schema, because Prisma knows no partial indexes: approvals that wait, and what is to be sent of them.
CREATE INDEX "questions_open_approvals_idx" ON "questions"("organization_id", "id") WHERE "kind" = 'APPROVAL' AND "status" = 'OPEN';
CREATE INDEX "questions_remind_at_idx" ON "questions"("remind_at") WHERE "remind_at" IS NOT NULL;
