import { sendablePlaceholders } from '@workflow/components/descriptors';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { readRemembered, remember } from '../../../api/browser-memory.ts';
import type { RunRequest } from '../../../api/queries/sessions.ts';
import { usablePins } from '../../../editor/values/pinned-outputs.ts';
import { rememberedInput, rememberInput } from '../../../editor/values/remembered-input.ts';
import { withoutSensitive } from '../../../editor/values/without-sensitive.ts';

export { requireSavedTexts } from '../../../editor/draft/require-saved-texts.ts';

interface Test {
  componentId: string;
  /** The component alone was run. */
  isAlone: boolean;
  values: JsonObject;
}

/** Keeps how a draft was tested, in this browser, so that it can be tested so again; sensitive values are left out. */
export function rememberTest(workflowId: string, draft: Definition, { componentId, isAlone, values }: Test): void {
  const fields = sendablePlaceholders(draft, componentId);
  const remembered = withoutSensitive(fields, values);
  rememberInput(workflowId, componentId, remembered);
  const isWhole = Object.keys(remembered).length === Object.keys(values).length;
  remember('last-test', workflowId, { componentId, isAlone, isWhole, fields: JSON.stringify(fields) });
}

/** The component that was tested last, while it is there. */
export function lastTested(workflowId: string, { components }: Definition): string | null {
  const componentId = readRemembered('last-test', workflowId)?.['componentId'];
  return components.find(({ id, disabled }) => id === componentId && disabled !== true)?.id ?? null;
}

/** The last test; null if there was none, it was not stored, or the trigger has other placeholders now. */
export function testAgain(workflowId: string, draft: Definition, pins: JsonObject): RunRequest | null {
  const componentId = lastTested(workflowId, draft);
  const last = readRemembered('last-test', workflowId);
  if (componentId === null || last === null || last['isWhole'] !== true) return null;
  const values = rememberedInput(workflowId, componentId);
  if (values === null || last['fields'] !== JSON.stringify(sendablePlaceholders(draft, componentId))) return null;
  return {
    workflowId,
    componentId,
    mode: 'TEST',
    placeholderValues: values,
    ...(last['isAlone'] === true ? { onlyThisComponent: true } : usablePins(pins, draft.components, componentId)),
  };
}
