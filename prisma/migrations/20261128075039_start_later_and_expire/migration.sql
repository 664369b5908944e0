-- AlterEnum
ALTER TYPE "flow_stage" ADD VALUE 'DELAYED';

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "expires_at" TIMESTAMPTZ(6),
ADD COLUMN     "starts_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "flow_entries" ADD COLUMN     "starts_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "session_expiries" (
    "session_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "session_expiries_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "session_expiries_expires_at_idx" ON "session_expiries"("expires_at");
