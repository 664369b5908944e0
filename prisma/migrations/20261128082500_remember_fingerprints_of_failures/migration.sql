-- CreateTable
CREATE TABLE "failure_fingerprints" (
    "workflow_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "failure_fingerprints_pkey" PRIMARY KEY ("workflow_id","fingerprint")
);
