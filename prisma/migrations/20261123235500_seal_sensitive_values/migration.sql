CREATE TABLE "data_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "data_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "data_keys_organization_id_key" ON "data_keys"("organization_id");

ALTER TABLE "sessions" ADD COLUMN "hidden" BYTEA, ADD COLUMN "hidden_output" BYTEA;
ALTER TABLE "steps" ADD COLUMN "hidden" BYTEA;
