CREATE TYPE "collection_kind" AS ENUM ('TABLE', 'VALUES');

CREATE TABLE "collections" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" "collection_kind" NOT NULL,
    "name" TEXT,
    "columns" JSON,
    "owner_id" UUID,
    "mode" "session_mode",
    "entries" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "collections_organization_id_name_key" ON "collections"("organization_id", "name");
CREATE UNIQUE INDEX "collections_owner_id_mode_key" ON "collections"("owner_id", "mode");
CREATE INDEX "collections_deleted_at_idx" ON "collections"("deleted_at");

CREATE TABLE "collection_entries" (
    "collection_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "value" JSONB NOT NULL,
    "ordered_value" JSON,
    "hidden" BYTEA,
    "bytes" INTEGER NOT NULL,
    "names_files" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_entries_pkey" PRIMARY KEY ("collection_id", "key"),
    CONSTRAINT "collection_entries_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "collection_entries_expires_at_idx" ON "collection_entries"("expires_at");

CREATE TABLE "step_effects" (
    "session_id" UUID NOT NULL,
    "run" INTEGER NOT NULL,
    "component_id" UUID NOT NULL,
    "iteration" INTEGER NOT NULL,
    "organization_id" UUID NOT NULL,
    "result" JSON,
    "hidden" BYTEA,

    CONSTRAINT "step_effects_pkey" PRIMARY KEY ("session_id", "run", "component_id", "iteration")
);
