/** A migration failed. The message names it and the database's reason. */
export class MigrationFailure extends Error {
  override readonly name = 'MigrationFailure';

  /** @param isNew false: it failed in an earlier call, and nothing was tried now */
  constructor(migration: string, error: unknown, isNew: boolean) {
    const resolve = `admin migrate-resolve ${migration}`;
    const advice = `Complete or undo it by hand, then run "${resolve} applied" or "rolled-back".`;
    super(
      isNew
        ? `Could not apply the migration ${migration}: ${reasonOf(error)}. ${advice}`
        : `The migration ${migration} failed before, so no migration was applied. ${advice}`,
      { cause: error },
    );
  }
}

/** Returns the database's own message, without the engine's trace around it. */
function reasonOf(error: unknown): string {
  const text = String(error);
  return /ERROR: (.*)/.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? text;
}
