-- AlterTable
ALTER TABLE "workflows" ADD COLUMN     "folder" TEXT,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];
