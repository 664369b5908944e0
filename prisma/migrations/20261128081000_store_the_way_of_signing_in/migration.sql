ALTER TABLE "auth_sessions" ADD COLUMN     "way" TEXT NOT NULL DEFAULT 'password';
