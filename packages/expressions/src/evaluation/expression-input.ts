import type { ParsedExpression } from '../parsing/parse-expression.ts';
import type { Json } from '@workflow/workflow-model';

type Placeholders = Readonly<Record<string, Json>>;

/** Returns the placeholders that an expression can read. The object has no prototype. */
export function readableBy({ references, readsAll }: ParsedExpression, placeholders: Placeholders): Placeholders {
  if (readsAll) return placeholders;
  const readable = Object.create(null) as Record<string, Json>;
  for (const { path } of references) {
    const [name = ''] = path;
    if (Object.hasOwn(placeholders, name)) readable[name] = placeholders[name] as Json;
  }
  return readable;
}
