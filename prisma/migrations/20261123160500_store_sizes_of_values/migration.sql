-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "output_bytes" INTEGER,
ADD COLUMN     "values_bytes" INTEGER;

-- AlterTable
ALTER TABLE "steps" ADD COLUMN     "input_bytes" INTEGER,
ADD COLUMN     "output_bytes" INTEGER;
