CREATE TYPE "file_state" AS ENUM ('WRITING', 'STORED', 'DELETING');

CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "state" "file_state" NOT NULL DEFAULT 'WRITING',
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL DEFAULT 0,
    "sha256" BYTEA,
    "object_key" TEXT,
    "upload_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "files_organization_id_created_at_idx" ON "files"("organization_id", "created_at");
CREATE INDEX "files_expires_at_idx" ON "files"("expires_at");

CREATE TABLE "file_chunks" (
    "file_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "file_chunks_pkey" PRIMARY KEY ("file_id", "number"),
    CONSTRAINT "file_chunks_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Bytes of files hardly compress, and are read whole.
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

CREATE TABLE "file_uses" (
    "session_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "unsure_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_uses_pkey" PRIMARY KEY ("session_id", "file_id"),
    CONSTRAINT "file_uses_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "file_uses_file_id_idx" ON "file_uses"("file_id");
CREATE INDEX "file_uses_unsure_since_idx" ON "file_uses"("unsure_since");
