import type { Definition, PinnedOutput } from '@workflow/workflow-model';

/** Returns the definition with each pinned output replaced by the result of `read`. */
export async function withPins(
  definition: Definition,
  read: (componentId: string, pin: PinnedOutput) => PinnedOutput | Promise<PinnedOutput>,
): Promise<Definition> {
  const { test } = definition;
  if (test?.pinnedOutputs === undefined) return definition;
  const pinnedOutputs: Record<string, PinnedOutput> = {};
  for (const [id, pin] of Object.entries(test.pinnedOutputs)) pinnedOutputs[id] = await read(id, pin);
  return { ...definition, test: { ...test, pinnedOutputs } };
}
