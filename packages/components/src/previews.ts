import { PREVIEWS } from './generated/previews.ts';
import type { PreviewComponent } from './preview-component.ts';

export type { PreviewComponent } from './preview-component.ts';

/** Returns true if components of the type have a preview. */
export function hasPreview(type: string): boolean {
  return Object.hasOwn(PREVIEWS, type);
}

/** Loads the preview of a type. Returns null if it has none. */
export async function findPreview(type: string): Promise<PreviewComponent | null> {
  return hasPreview(type) ? ((await PREVIEWS[type]?.()) ?? null) : null;
}
