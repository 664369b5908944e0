import { outputsOf, sensitivityOf } from '@workflow/components/descriptors';
import { learnFrom, maskPlaceholder, SensitiveValues } from '@workflow/validation';
import type { Definition, Json, PinnedOutput, TestSettings } from '@workflow/workflow-model';

/**
 * Returns the settings of a TEST session with sensitive parts of its pinned outputs masked, and the sealed outputs.
 * @param inherited sensitive values of the session from which pins were copied
 */
export async function hidePins(
  definition: Definition,
  settings: TestSettings,
  inherited: readonly Json[],
  seal: (componentId: string, json: string) => Promise<string>,
): Promise<TestSettings> {
  const sensitivity = sensitivityOf(definition);
  const pins = Object.entries(settings.pinnedOutputs ?? {});
  if (pins.length === 0 || (sensitivity === null && inherited.length === 0)) return settings;
  const sensitiveValues = new SensitiveValues();
  for (const value of inherited) sensitiveValues.add(value);
  const placed = pins.map(([id, pin]) => {
    const component = definition.components.find((candidate) => candidate.id === id);
    const name = component && outputsOf(component)[0]?.key;
    const value = JSON.parse(pin.json) as Json;
    if (sensitivity === null || name === undefined) return { id, pin, value };
    learnFrom(sensitiveValues, sensitivity, name, value);
    return { id, pin, value: maskPlaceholder(sensitivity, name, value) };
  });
  const hidden: [string, PinnedOutput][] = [];
  for (const { id, pin, value } of placed) {
    const json = JSON.stringify(sensitiveValues.mask(value));
    hidden.push([id, json === pin.json ? pin : { ...pin, json, sealed: await seal(id, pin.json) }]);
  }
  return { ...settings, pinnedOutputs: Object.fromEntries(hidden) };
}
