CREATE TYPE "app_kind" AS ENUM ('OPENAPI', 'MCP');

CREATE TABLE "apps" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "app_kind" NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "url" TEXT,
    "base_url" TEXT,
    "credential_id" UUID,
    "effects" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER,
    "operation_count" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT,
    "refreshed_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "apps_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "apps_organization_id_name_key" ON "apps"("organization_id", "name");
CREATE INDEX "apps_credential_id_idx" ON "apps"("credential_id");
CREATE INDEX "apps_read_at_idx" ON "apps"("read_at") WHERE "read_at" IS NOT NULL;

CREATE TABLE "app_documents" (
    "app_id" UUID NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "app_documents_pkey" PRIMARY KEY ("app_id"),
    CONSTRAINT "app_documents_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "app_versions" (
    "app_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "base_url" TEXT,
    "added" TEXT[],
    "removed" TEXT[],
    "changed" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_versions_pkey" PRIMARY KEY ("app_id", "number"),
    CONSTRAINT "app_versions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "app_operations" (
    "app_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "group_name" TEXT,
    "effect" TEXT NOT NULL,
    "deprecated" BOOLEAN NOT NULL,
    "digest" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "schemas" TEXT[],

    CONSTRAINT "app_operations_pkey" PRIMARY KEY ("app_id", "version", "key"),
    CONSTRAINT "app_operations_app_id_version_fkey" FOREIGN KEY ("app_id", "version") REFERENCES "app_versions"("app_id", "number") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "app_operations_app_id_version_position_key" ON "app_operations"("app_id", "version", "position");

CREATE TABLE "app_schemas" (
    "app_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSON NOT NULL,

    CONSTRAINT "app_schemas_pkey" PRIMARY KEY ("app_id", "version", "name"),
    CONSTRAINT "app_schemas_app_id_version_fkey" FOREIGN KEY ("app_id", "version") REFERENCES "app_versions"("app_id", "number") ON DELETE CASCADE ON UPDATE CASCADE
);
