CREATE TABLE "webhook_listeners" (
    "token_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "caught_at" TIMESTAMPTZ(3),
    "session_id" UUID,
    "request" TEXT,

    CONSTRAINT "webhook_listeners_pkey" PRIMARY KEY ("token_id"),
    CONSTRAINT "webhook_listeners_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "webhook_tokens"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
);
