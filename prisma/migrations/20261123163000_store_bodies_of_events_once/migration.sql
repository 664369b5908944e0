-- AlterTable
ALTER TABLE "event_deliveries" ADD COLUMN     "body_bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "body_id" UUID;

-- CreateTable
CREATE TABLE "event_bodies" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "event_bodies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "set_asides" (
    "organization_id" UUID NOT NULL,
    "work" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "set_asides_pkey" PRIMARY KEY ("organization_id","work")
);
