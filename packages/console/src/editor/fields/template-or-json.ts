import type { Json } from '@workflow/workflow-model';

type Parsed = { kind: 'valid'; value: Json | undefined } | { kind: 'invalid'; message: string };

/**
 * Reads a template, or JSON whose strings are templates. Text that starts like JSON must be JSON; `{{ … }}` starts like
 * an object but is a template. Within JSON, a template may take the place of a value: `{ "lines": {{ lines }} }`.
 */
export function parseTemplateOrJson(text: string): Parsed {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'valid', value: undefined };
  if (trimmed.startsWith('{{') || !/^[[{"]|^-?\d|^(true|false|null)$/.test(trimmed))
    return { kind: 'valid', value: text };
  try {
    return { kind: 'valid', value: JSON.parse(withQuotedTemplates(trimmed)) as Json };
  } catch (error) {
    return { kind: 'invalid', message: `Not valid JSON: ${error instanceof Error ? error.message : ''}` };
  }
}

/** Makes each template outside of a string a string, which evaluates to the same value. */
function withQuotedTemplates(text: string): string {
  let quoted = '';
  for (let at = 0; at < text.length;) {
    const isTemplate = text.startsWith('{{', at);
    const end = isTemplate ? endOfTemplate(text, at) : text[at] === '"' ? endOfString(text, at) : at + 1;
    // Nothing behind a template without an end can be JSON.
    if (end === null) return text;
    const part = text.slice(at, end);
    quoted += isTemplate ? JSON.stringify(part) : part;
    at = end;
  }
  return quoted;
}

/** Returns the position after a string of JSON or JSONata, or the end of the text. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

/** Returns the position after the `}}` of a template, or null. */
function endOfTemplate(text: string, start: number): number | null {
  for (let at = start + 2; at < text.length; at += 1) {
    if (text.startsWith('}}', at)) return at + 2;
    if (text[at] === '"' || text[at] === "'") at = endOfString(text, at) - 1;
  }
  return null;
}
