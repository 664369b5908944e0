import type { HideStart } from '../rows/hide-start.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Target } from './child-targets.ts';
import type { NewChild } from './new-child.ts';

/** The children with what is masked of their values, and that sealed; themselves where nothing is sensitive. */
export async function hideChildren(
  seals: SensitiveSeals,
  organizationId: string,
  children: NewChild[],
  targets: ReadonlyMap<string, Target>,
  hideStart: HideStart | undefined,
): Promise<NewChild[]> {
  if (hideStart === undefined) return children;
  const shown: NewChild[] = [];
  for (const child of children) {
    const definition = targets.get(child.workflowId)?.definition ?? null;
    const hiding = definition && hideStart(definition, child.placeholderValues, child.sensitive ?? []);
    if (hiding === null) shown.push(child);
    else {
      const sealed = await seals.seal(organizationId, `session ${child.id}`, hiding.hidden);
      shown.push({ ...child, placeholderValues: hiding.shown, sealed, given: child.placeholderValues });
    }
  }
  return shown;
}
