-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "ordered_output" JSON,
ADD COLUMN     "ordered_values" JSON;

-- AlterTable
ALTER TABLE "steps" ADD COLUMN     "ordered_output" JSON;
