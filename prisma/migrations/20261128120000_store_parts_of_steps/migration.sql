ALTER TABLE "steps" ADD COLUMN     "part" JSONB;
