import { Prisma } from '../generated/client.ts';
import { pausePolls, resumePolls } from './poll.ts';
import { resumeSchedules, stopSchedules } from './schedule.ts';

/** Pauses or resumes the triggers of an organization's workflows that start sessions by themselves. */
export async function pauseTriggers(
  database: Prisma.TransactionClient,
  organizationId: string,
  paused: boolean,
): Promise<void> {
  const which = Prisma.sql`organization_id = ${organizationId}::uuid`;
  if (paused) {
    await stopSchedules(database, which);
    await pausePolls(database, which);
  } else {
    await resumeSchedules(database, organizationId, which);
    await resumePolls(database, organizationId, which);
  }
}
