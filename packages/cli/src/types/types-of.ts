import type { Schemas } from '@workflow/client';

type Field = Schemas['Field'];
type Startable = Schemas['StartableWorkflow'];
type Items = Exclude<Field['items'], undefined>;

const FILE = "import('@workflow/client').StoredFile | string";
const HEAD = `// Written by \`workflow types\`: the placeholders of the published workflows, by id and by name.
import '@workflow/client';

declare module '@workflow/client' {
`;

/**
 * Returns a declaration file with the placeholders of workflows for the compiler of the client's user. The same
 * workflows give the same bytes. A name that several workflows have is omitted: runs use their ids.
 */
export function typesOf(workflows: readonly Startable[]): string {
  const sorted = workflows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const names = new Map<string, number>();
  for (const { name } of sorted) names.set(name, (names.get(name) ?? 0) + 1);
  const ids = new Set(sorted.map(({ id }) => id));
  const entries = sorted.flatMap((workflow) => {
    const type = valuesType(workflow);
    const about = comment([workflow.name, workflow.description].filter((text) => text !== '').join(': '));
    const byName = names.get(workflow.name) === 1 && !ids.has(workflow.name) ? [workflow.name] : [];
    return [workflow.id, ...byName].map((key) => `${about}${JSON.stringify(key)}: ${type};\n`);
  });
  return `${HEAD}  interface WorkflowPlaceholders {\n${indented(entries.join(''))}  }\n}\n`;
}

/**
 * Returns the type of the values of a run: those of the triggers that callers start, or of all triggers if there is
 * none.
 */
function valuesType({ triggers }: Startable): string {
  const forCallers = triggers.filter(({ startedByCallers }) => startedByCallers);
  const types = (forCallers.length > 0 ? forCallers : triggers).map(({ placeholders }) => fieldsType(placeholders));
  return [...new Set(types)].join(' | ') || 'Record<string, never>';
}

function fieldsType(fields: readonly Field[]): string {
  if (fields.length === 0) return '{ [key: string]: never }';
  return `{\n${fields.flatMap((field) => members(field, '', {})).join('')}}`;
}

/**
 * Returns the member for a field. For an object it returns one member for each of its fields, with dotted keys.
 * @param above the objects around the field are optional, or sensitive
 */
function members(field: Field, prefix: string, above: Pick<Field, 'optional' | 'sensitive'>): string[] {
  const key = `${prefix}${field.key}`;
  const optional = above.optional === true || field.optional === true;
  const sensitive = above.sensitive === true || field.sensitive === true;
  const fields = (field.fields ?? []) as unknown as Field[];
  if (field.type === 'OBJECT' && fields.length > 0)
    return fields.flatMap((inner) => members(inner, `${key}.`, { optional, sensitive }));
  const about = comment(remark({ type: field.type, sensitive }));
  return [`${about}${JSON.stringify(key)}${optional ? '?' : ''}: ${typeOf(field)};\n`];
}

function remark({ type, sensitive }: Pick<Field, 'type' | 'sensitive'>): string {
  const about = [
    type === 'DATE_TIME' ? 'A date and time as ISO-8601; the time, offset or zone may be left out.' : '',
    sensitive === true ? 'Sensitive: sealed at rest and shown as •••.' : '',
  ];
  return about.filter((text) => text !== '').join(' ');
}

function typeOf({ type, items }: Pick<Field, 'type' | 'items'>): string {
  switch (type) {
    case 'TEXT':
    case 'DATE_TIME':
      return 'string';
    case 'NUMBER':
      return 'number';
    case 'BOOLEAN':
      return 'boolean';
    case 'FILE':
      return FILE;
    case 'LIST':
      return listType(items ?? 'TEXT');
    case 'OBJECT':
    case 'JSON':
      return 'unknown';
  }
}

function listType(items: Items): string {
  if (typeof items === 'string') {
    const type = typeOf({ type: items });
    return `readonly ${type.includes('|') ? `(${type})` : type}[]`;
  }
  const fields = items.fields as unknown as Field[];
  const inner = fields.map((field) => {
    const nested = (field.fields ?? []) as unknown as Field[];
    const type = field.type === 'OBJECT' && nested.length > 0 ? itemType(nested) : typeOf(field);
    return `${comment(remark(field))}${JSON.stringify(field.key)}${field.optional === true ? '?' : ''}: ${type};\n`;
  });
  return `readonly {\n${inner.join('')}}[]`;
}

function itemType(fields: readonly Field[]): string {
  return listType({ type: 'OBJECT', fields } as unknown as Items)
    .replace(/^readonly /, '')
    .replace(/\[\]$/, '');
}

function comment(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}

/** Indents by braces at the ends of lines. Comments never end with a brace. */
function indented(source: string): string {
  let depth = 2;
  return source.replaceAll(/^.+$/gm, (line) => {
    if (line.startsWith('}')) depth -= 1;
    const whole = '  '.repeat(depth) + line;
    if (line.endsWith('{')) depth += 1;
    return whole;
  });
}
