CREATE TABLE "blocked_turns" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "service" TEXT NOT NULL,
    "kind" TEXT,
    "name" TEXT,
    "organization_id" UUID,
    "cpu_ms" INTEGER NOT NULL,
    "session_id" UUID,
    "is_ending" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "blocked_turns_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "blocked_turns_organization_id_at_idx" ON "blocked_turns"("organization_id", "at");

CREATE INDEX "blocked_turns_at_idx" ON "blocked_turns"("at");

CREATE INDEX "blocked_turns_is_ending_idx" ON "blocked_turns"("is_ending");
