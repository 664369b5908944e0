import { missingSettings, type MissingSetting } from '@workflow/components/descriptors';
import { changeComponent } from './draft-edits.ts';
import type { Edit } from './draft-store.ts';

/**
 * The edit, which also switches on what an added or newly connected component needs of the trigger before it. A setting
 * that was missing before the edit stays off, because somebody switched it off.
 */
export function withSettingsOn(edit: Edit): Edit {
  return (draft) => {
    const edited = edit(draft);
    const before = new Set(missingSettings(draft).map(keyOf));
    return missingSettings(edited)
      .filter((missing) => !before.has(keyOf(missing)))
      .reduce((one, { trigger, property, value }) => {
        const switchOn = changeComponent(trigger.id, ({ config, ...rest }) => ({
          ...rest,
          config: { ...config, [property]: value },
        }));
        return switchOn(one);
      }, edited);
  };
}

function keyOf({ trigger, property }: MissingSetting): string {
  return `${trigger.id}/${property}`;
}
