CREATE TABLE "credentials" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credentials_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "credentials_organization_id_name_key" ON "credentials"("organization_id", "name");
CREATE INDEX "credentials_organization_id_id_idx" ON "credentials"("organization_id", "id");

CREATE TABLE "executor_requests" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_at" TIMESTAMPTZ(3),
    "answer" JSONB,

    CONSTRAINT "executor_requests_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "executor_requests_organization_id_idx" ON "executor_requests"("organization_id");
CREATE INDEX "executor_requests_expires_at_idx" ON "executor_requests"("expires_at");
