CREATE TABLE "credential_grants" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sealed" BYTEA,
    "refreshable" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "refresh_at" TIMESTAMPTZ(3),
    "ended_reason" TEXT,
    "fence" BIGINT NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),
    "failure" JSONB,
    "renewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "credential_grants_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credential_grants_id_fkey" FOREIGN KEY ("id") REFERENCES "credentials"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "credential_grants_organization_id_idx" ON "credential_grants"("organization_id");

CREATE TABLE "credential_sign_ins" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "state_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "sign_in_id" TEXT,
    "begun_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credential_sign_ins_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credential_sign_ins_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "credential_sign_ins_state_hash_key" ON "credential_sign_ins"("state_hash");
CREATE INDEX "credential_sign_ins_credential_id_idx" ON "credential_sign_ins"("credential_id");
CREATE INDEX "credential_sign_ins_expires_at_idx" ON "credential_sign_ins"("expires_at");
