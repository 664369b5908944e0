-- Words that nobody reads after some seconds need no write-ahead log.
CREATE UNLOGGED TABLE "turn_texts" (
    "id" BIGSERIAL NOT NULL,
    "session_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "text" TEXT,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "turn_texts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "turn_texts_session_id_id_idx" ON "turn_texts"("session_id", "id");

CREATE TABLE "conversation_sessions" (
    "conversation" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,

    CONSTRAINT "conversation_sessions_pkey" PRIMARY KEY ("conversation", "session_id")
);

CREATE INDEX "conversation_sessions_session_id_idx" ON "conversation_sessions"("session_id");
