import { findComponentType } from '@workflow/components/descriptors';

/** The name that people gave a component, else the title of its type. */
export function componentName({ name, type }: { name?: string | undefined; type: string }): string {
  return name ?? findComponentType({ type })?.title ?? type;
}
