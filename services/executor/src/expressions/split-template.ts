export type TemplatePart = { kind: 'text'; text: string } | { kind: 'expression'; source: string };

/**
 * Splits a template into texts and the expressions between `{{` and `}}`. Braces of JSONata objects and braces within
 * JSONata strings do not end an expression.
 *
 * @throws SyntaxError when an expression is not closed.
 */
export function splitTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (let open = template.indexOf('{{'); open >= 0; open = template.indexOf('{{', from)) {
    if (open > from) parts.push({ kind: 'text', text: template.slice(from, open) });
    const close = endOfExpression(template, open + 2);
    if (close < 0) throw new SyntaxError(`{{ at ${open} is not closed`);
    parts.push({ kind: 'expression', source: template.slice(open + 2, close).trim() });
    from = close + 2;
  }
  if (from < template.length || parts.length === 0) parts.push({ kind: 'text', text: template.slice(from) });
  return parts;
}

function endOfExpression(template: string, start: number): number {
  let depth = 0;
  let quote: string | null = null;
  for (let at = start; at < template.length; at += 1) {
    const character = template[at] as string;
    if (quote !== null) {
      if (character === '\\' && quote !== '`') at += 1;
      else if (character === quote) quote = null;
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      if (depth === 0) return template[at + 1] === '}' ? at : -1;
      depth -= 1;
    }
  }
  return -1;
}
