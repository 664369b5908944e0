ALTER TABLE "sessions" ADD COLUMN "packed_steps" JSON;

-- The version of a row that an end writes is longer by the steps in it. With so much room left in each page, it stays
-- a heap-only update.
ALTER TABLE "sessions" SET (fillfactor = 28);
