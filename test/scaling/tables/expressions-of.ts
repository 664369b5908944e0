import { namesRead } from '@workflow/components/descriptors';

/** Finds the names in a template, as the parts do that look for placeholders without a parser. */
export function expressionsOf(template: string): unknown {
  return namesRead({ id: 'a', type: 'transform', config: { template }, output: 'a' } as never);
}
