import { namesRead } from '@workflow/components/descriptors';

/** Finds the names in a template in the same way as code that looks for placeholders without a parser. */
export function expressionsOf(template: string): unknown {
  return namesRead({ id: 'a', type: 'transform', config: { template }, output: 'a' } as never);
}
