import { isStoredFor } from '@workflow/components/descriptors';
import { STORED_FOR_TRIGGERS, type Definition, type StoredForTrigger } from '@workflow/workflow-model';
import { accessToken } from './access-token.ts';
import { errorTrigger } from './error-trigger.ts';
import { poll } from './poll.ts';
import { publicPage } from './public-page.ts';
import { schedule } from './schedule.ts';
import type { TriggerData, WorkflowChange } from './trigger-data.ts';

const TRIGGER_DATA: Record<StoredForTrigger, TriggerData> = {
  'access-token': accessToken,
  schedule,
  'public-page': publicPage,
  'error-trigger': errorTrigger,
  poll,
};

const NO_COMPONENTS: Definition = { components: [], connections: [] };

/**
 * Updates the data that is stored for the triggers of a workflow after a change, even if the workflow has no such
 * trigger any more.
 *
 * @param definition the published definition, or the remaining draft
 */
export async function updateTriggerData(
  what: keyof TriggerData,
  change: WorkflowChange,
  { components }: Definition = NO_COMPONENTS,
): Promise<void> {
  for (const stored of STORED_FOR_TRIGGERS)
    await TRIGGER_DATA[stored][what](
      change,
      components.filter(({ type }) => isStoredFor(type, stored)),
    );
}
