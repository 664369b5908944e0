import type { Json } from '@workflow/workflow-model';

interface SchemaLine {
  /** As an expression addresses it; `[]` means each item of a list. */
  path: string;
  type: string;
}

const MAX_LINES = 300;

/** The paths of a value with their types, outer ones first; the items of a list are described together. */
export function schemaLines(value: Json): SchemaLine[] {
  const types = new Map<string, Set<string>>();
  note(value, '', types);
  return [...types]
    .slice(0, MAX_LINES)
    .map(([path, known]) => ({ path: path === '' ? '$' : path, type: [...known].join(' | ') }));
}

function note(value: Json, path: string, types: Map<string, Set<string>>): void {
  const known = types.get(path) ?? new Set();
  types.set(path, known.add(typeName(value)));
  if (Array.isArray(value)) for (const item of value) note(item, `${path}[]`, types);
  else if (typeof value === 'object' && value !== null)
    for (const [key, own] of Object.entries(value)) note(own, path === '' ? key : `${path}.${key}`, types);
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value;
}
