-- An address that nobody proved names nobody: several accounts may have it (docs/decisions/0086). Every account was
-- marked as proven without any mail. The table of users is small, so its lock lasts for milliseconds.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "users_email_key";
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "users_email_idx" ON "users"("email");
UPDATE "users" SET "email_verified" = false WHERE "email_verified";

ALTER TABLE "users" ADD COLUMN "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false;
-- squawk-ignore prefer-bigint-over-int
ALTER TABLE "users" ADD COLUMN "organizations_created" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "organizations" ADD COLUMN "require_second_factor" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "two_factors" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    -- squawk-ignore prefer-bigint-over-int
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "two_factors_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "organization_id" UUID,
    "removes_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "two_factors_user_id_key" ON "two_factors"("user_id");
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
