CREATE TABLE "device_sign_ins" (
    "id" UUID NOT NULL,
    "device_code_hash" BYTEA NOT NULL,
    "user_code_hash" BYTEA NOT NULL,
    "key_name" TEXT NOT NULL,
    "scopes" TEXT[],
    "address" TEXT NOT NULL,
    "accepted" BOOLEAN,
    "organization_id" UUID,
    "user_id" UUID,
    "last_asked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_sign_ins_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "device_sign_ins_device_code_hash_key" ON "device_sign_ins"("device_code_hash");
CREATE UNIQUE INDEX "device_sign_ins_user_code_hash_key" ON "device_sign_ins"("user_code_hash");
CREATE INDEX "device_sign_ins_expires_at_idx" ON "device_sign_ins"("expires_at");
