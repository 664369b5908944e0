CREATE TABLE "session_responses" (
    "session_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "session_responses_pkey" PRIMARY KEY ("session_id")
);
