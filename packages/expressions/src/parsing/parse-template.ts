import type { Checked } from '@workflow/workflow-model';
import { MAX_EXPRESSION_LENGTH, parseExpression } from './parse-expression.ts';
import type { ParsedExpression } from './parse-expression.ts';

/**
 * `literal` contains no template. `expression` is a string of one template, which keeps the type of the value. `parts`
 * is a text that contains expressions and results in a text.
 */
export type ParsedTemplate =
  | { kind: 'literal'; text: string }
  | { kind: 'expression'; expression: ParsedExpression }
  | { kind: 'parts'; parts: (string | ParsedExpression)[] };

/** The number of possible ends that are tried for one expression, because its texts and objects may contain `}}`. */
const MAX_TRIED_ENDS = 32;

/** The number of characters that one parser tries beyond the nearest ends, in all templates that it reads. */
const MAX_EXTRA_CHARACTERS = 1_048_576;

/** Parses the expressions of any number of templates, each text once. */
export class TemplateParser {
  readonly #known = new Map<string, Checked<ParsedExpression>>();
  #extraCharactersLeft = MAX_EXTRA_CHARACTERS;

  /** Parses one expression that is not in a template. */
  expression(source: string): Checked<ParsedExpression> {
    const known = this.#known.get(source);
    if (known !== undefined) return known;
    const parsed = parseExpression(source);
    this.#known.set(source, parsed);
    return parsed;
  }

  /**
   * Parses a template string, `{{ expression }}` within any text, one expression in each step. Never throws. Problems
   * name the expression.
   */
  *template(text: string): Generator<void, Checked<ParsedTemplate>> {
    const parts: (string | ParsedExpression)[] = [];
    let from = 0;
    for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
      if (open > from) parts.push(text.slice(from, open));
      const found = yield* this.#readExpression(text, open + 2);
      if (!found.ok) return found;
      parts.push(found.value.expression);
      from = found.value.end;
    }
    if (parts.length === 0) return { ok: true, value: { kind: 'literal', text } };
    if (from < text.length) parts.push(text.slice(from));
    const [only] = parts;
    return {
      ok: true,
      value:
        parts.length === 1 && typeof only === 'object'
          ? { kind: 'expression', expression: only }
          : { kind: 'parts', parts },
    };
  }

  /**
   * The expression ends at the first `}}` with which it parses. If it parses with none, the error is that of the
   * nearest end.
   */
  *#readExpression(
    text: string,
    start: number,
  ): Generator<void, Checked<{ expression: ParsedExpression; end: number }>> {
    let firstProblems: string[] | null = null;
    let close = text.indexOf('}}', start);
    for (let tried = 0; close >= 0 && tried < MAX_TRIED_ENDS && this.#extraCharactersLeft > 0; tried += 1) {
      const source = text.slice(start, close);
      const parsed = this.expression(source);
      yield;
      if (parsed.ok) return { ok: true, value: { expression: parsed.value, end: close + 2 } };
      firstProblems ??= parsed.problems.map((problem) => `{{${shortened(source)}}}: ${problem}`);
      // A later end cannot make it shorter.
      if (source.trim().length > MAX_EXPRESSION_LENGTH) break;
      if (tried > 0) this.#extraCharactersLeft -= source.length;
      close = text.indexOf('}}', close + 1);
    }
    return { ok: false, problems: firstProblems ?? [`{{${shortened(text.slice(start))} is not closed by }}`] };
  }
}

function shortened(source: string): string {
  return source.length <= 60 ? source : `${source.slice(0, 60)}…`;
}
