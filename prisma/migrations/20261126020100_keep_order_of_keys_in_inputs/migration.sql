ALTER TABLE "steps" ADD COLUMN "ordered_input" JSON;
