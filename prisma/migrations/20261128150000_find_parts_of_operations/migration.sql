-- NULL in parts that an earlier release wrote: their sessions are not looked for at claims.
ALTER TABLE "operation_parts" ADD COLUMN "last_session_id" UUID;
