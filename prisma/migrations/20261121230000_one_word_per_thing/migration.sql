-- One word for each thing (docs/internals.md, "Glossary"). Nothing is released yet: this is the one migration that
-- renames what running services read.
ALTER TABLE "sessions" RENAME COLUMN "attempt" TO "claim_number";
ALTER TABLE "sessions" RENAME COLUMN "dispatch" TO "enqueue_number";
ALTER TABLE "dispatches" RENAME TO "enqueued_batches";
ALTER TABLE "enqueued_batches" RENAME CONSTRAINT "dispatches_pkey" TO "enqueued_batches_pkey";
ALTER TABLE "dispatch_windows" RENAME TO "admission_quotas";
ALTER TABLE "admission_quotas" RENAME CONSTRAINT "dispatch_windows_pkey" TO "admission_quotas_pkey";
ALTER TABLE "admission_quotas" RENAME COLUMN "capacity" TO "quota";
