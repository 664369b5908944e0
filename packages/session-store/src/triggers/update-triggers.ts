import type { TriggerRecords } from '@workflow/component-kit/records';
import { RECORDS } from '@workflow/components/records';
import type { Component, Definition } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import { rowsOfOrganization, rowsOfWorkflow, type ChangedWorkflow } from './rows-of-triggers.ts';
import {
  LimitReachedError,
  LOCK_LIMIT_TEXT,
  limitLock,
  type OrganizationLimits,
} from '../organization/organization-limits.ts';

/** The records of all trigger types. Polled types share theirs. */
const ALL: ReadonlySet<TriggerRecords> = new Set(RECORDS.values());

function componentsWith({ components }: Definition, records: TriggerRecords): Component[] {
  return components.filter(({ type }) => RECORDS.get(type) === records);
}

/** Updates the rows of triggers after the definition was published. Deletes those of triggers that it lacks. */
export async function publishTriggers(workflow: ChangedWorkflow, published: Definition): Promise<void> {
  const change = rowsOfWorkflow(workflow);
  for (const records of ALL) await records.published(change, componentsWith(published, records));
}

/** Deletes the rows of triggers that the remaining draft does not need. */
export async function unpublishTriggers(workflow: ChangedWorkflow, draft: Definition): Promise<void> {
  const change = rowsOfWorkflow(workflow);
  for (const records of ALL) await records.unpublished(change, componentsWith(draft, records));
}

/** Deletes the rows of all triggers of a deleted workflow. */
export async function deleteTriggers(workflow: ChangedWorkflow): Promise<void> {
  const change = rowsOfWorkflow(workflow);
  for (const records of ALL) {
    await records.unpublished(change, []);
    await records.deleted?.(change);
  }
}

/** Pauses or resumes the triggers of a workflow. */
export async function pauseTriggersOfWorkflow(workflow: ChangedWorkflow, isPaused: boolean): Promise<void> {
  const rows = rowsOfWorkflow(workflow);
  for (const records of ALL) await (isPaused ? records.paused?.(rows) : records.resumed?.(rows));
}

/** Pauses or resumes the triggers of all workflows of an organization. */
export async function pauseTriggersOfOrganization(
  database: Prisma.TransactionClient,
  organizationId: string,
  isPaused: boolean,
): Promise<void> {
  const rows = rowsOfOrganization(database, organizationId);
  for (const records of ALL) await (isPaused ? records.paused?.(rows) : records.resumed?.(rows));
}

/** Makes failed polls due that use a changed credential. */
export async function pollAgain(
  database: Prisma.TransactionClient,
  organizationId: string,
  credentialId: string,
): Promise<void> {
  await database.$executeRaw`
    UPDATE polls SET next_at = clock_timestamp(), failures = 0, fence = fence + 1
    WHERE organization_id = ${organizationId}::uuid AND next_at IS NOT NULL AND failures > 0
      AND EXISTS (SELECT FROM jsonb_each_text(config) c WHERE lower(c.value) = ${credentialId})`;
}

/**
 * Requires that the organization has not too many triggers, after this transaction wrote their rows. Publishing a
 * definition without such triggers always succeeds.
 * @throws LimitReachedError
 */
export async function requireTriggers(
  { organizationId, limits }: { organizationId: string; limits: OrganizationLimits },
  database: Prisma.TransactionClient,
  { components }: Definition,
): Promise<void> {
  if (!components.some(({ type }) => RECORDS.get(type)?.count !== undefined)) return;
  // Others that publish wait until this transaction ends, and count afterwards.
  await database.$executeRawUnsafe(LOCK_LIMIT_TEXT, ...limitLock('triggers', organizationId));
  const rows = rowsOfOrganization(database, organizationId);
  let count = 0;
  for (const records of ALL) count += (await records.count?.(rows)) ?? 0;
  if (count > limits.triggers) throw new LimitReachedError('triggers', limits.triggers);
}
