ALTER TYPE "session_trigger" ADD VALUE 'CHAT';
