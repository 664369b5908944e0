SET lock_timeout = '2s';
SET statement_timeout = '10s';

-- CreateTable
CREATE TABLE "organization_throttles" (
    "organization_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "per_second" DOUBLE PRECISION NOT NULL,
    "burst" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_throttles_pkey" PRIMARY KEY ("organization_id", "host")
);

-- CreateTable
CREATE TABLE "throttle_states" (
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "held_until" TIMESTAMPTZ(6),
    "per_second" DOUBLE PRECISION NOT NULL,
    "rate_until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "throttle_states_pkey" PRIMARY KEY ("organization_id", "key")
);
