-- CreateTable
CREATE TABLE "secrets_key_check" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "secrets_key_check_pkey" PRIMARY KEY ("id")
);
