ALTER TABLE "organization_quotas" ADD COLUMN "model_tokens_per_month" BIGINT;

CREATE TABLE "model_token_usage" (
    "organization_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "model_token_usage_pkey" PRIMARY KEY ("organization_id", "month")
);
