SET lock_timeout = '2s';
SET statement_timeout = '10s';

ALTER TABLE "sessions" ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "traceparent" TEXT,
ADD COLUMN     "tracestate" TEXT;
