-- The columns take the words of the glossary (docs/internals.md): block, and enqueue. Nothing is released yet.
ALTER TABLE "throttle_states" RENAME COLUMN "held_until" TO "blocked_until";
ALTER TABLE "enqueued_batches" RENAME COLUMN "offered_at" TO "enqueued_at";
