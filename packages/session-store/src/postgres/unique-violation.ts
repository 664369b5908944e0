import { Prisma } from '../generated/client.ts';

/** Returns true if Prisma failed because a unique index refused a row (P2002). */
export function isUniqueViolation(error: unknown): error is Prisma.PrismaClientKnownRequestError {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/**
 * Returns the outcome of `save`, or `name-taken` if a unique index refuses the name. The index decides if two requests
 * save the same name at the same time.
 */
export async function unlessNameIsTaken<Outcome>(
  save: () => Promise<Outcome>,
): Promise<Outcome | { kind: 'name-taken' }> {
  try {
    return await save();
  } catch (error) {
    if (isUniqueViolation(error)) return { kind: 'name-taken' };
    throw error;
  }
}
