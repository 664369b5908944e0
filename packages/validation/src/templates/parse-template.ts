import type { Checked } from '../checked.ts';
import { parseExpression } from './parse-expression.ts';
import type { ParsedExpression } from './parse-expression.ts';

/**
 * `literal`: no template in it. `expression`: the string is one template and keeps the value's type. `parts`: a text
 * with expressions in it, which gives a text.
 */
export type ParsedTemplate =
  | { kind: 'literal'; text: string }
  | { kind: 'expression'; expression: ParsedExpression }
  | { kind: 'parts'; parts: (string | ParsedExpression)[] };

/** Ends that are tried for one expression; `}}` may stand within its texts and objects as well. */
const MAX_TRIED_ENDS = 32;

/** Parses a template string, `{{ expression }}` within any text. Never throws; problems say which expression they mean. */
export function parseTemplate(text: string): Checked<ParsedTemplate> {
  const parts: (string | ParsedExpression)[] = [];
  let from = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    if (open > from) parts.push(text.slice(from, open));
    const found = readExpression(text, open + 2);
    if (!found.ok) return found;
    parts.push(found.value.expression);
    from = found.value.end;
  }
  if (parts.length === 0) return { ok: true, value: { kind: 'literal', text } };
  if (from < text.length) parts.push(text.slice(from));
  const [only] = parts;
  return { ok: true, value: parts.length === 1 && typeof only === 'object' ? { kind: 'expression', expression: only } : { kind: 'parts', parts } };
}

/** The expression ends at the first `}}` with which it parses; when there is none, the nearest end tells what is wrong. */
function readExpression(text: string, start: number): Checked<{ expression: ParsedExpression; end: number }> {
  let firstProblems: string[] | null = null;
  let close = text.indexOf('}}', start);
  for (let tried = 0; close >= 0 && tried < MAX_TRIED_ENDS; tried += 1) {
    const source = text.slice(start, close);
    const parsed = parseExpression(source);
    if (parsed.ok) return { ok: true, value: { expression: parsed.value, end: close + 2 } };
    firstProblems ??= parsed.problems.map((problem) => `{{${shortened(source)}}}: ${problem}`);
    close = text.indexOf('}}', close + 1);
  }
  return { ok: false, problems: firstProblems ?? [`{{${shortened(text.slice(start))} is not closed by }}`] };
}

function shortened(source: string): string {
  return source.length <= 60 ? source : `${source.slice(0, 60)}…`;
}
