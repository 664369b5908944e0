import { TemplateParser, type ParsedExpression } from '@workflow/expressions/parsing';
import { runInSlices } from '@workflow/sandbox/slices';
import { asText, type JsonObject } from '@workflow/workflow-model';
import { compileKey, type KeyOf } from '../flow/compile-key.ts';

/** Creates a text for people from the values that a session starts with. @throws if an expression fails */
export type ShownText = (values: Readonly<JsonObject>) => Promise<string>;

const MAX_PART_LENGTH = 5_000;

/**
 * Compiles a template that the service evaluates to show it, not in a step. Each expression has the same limits as a
 * key of `flow`, cannot read secrets, and becomes text as in a step.
 */
export async function compileShownText(template: string): Promise<ShownText> {
  const parsed = await runInSlices(new TemplateParser().template(template));
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  const parts = partsOf(parsed.value).map((part) => (typeof part === 'string' ? part : keyOf(part)));
  return async (values) => {
    const texts: string[] = [];
    for (const part of parts) texts.push(typeof part === 'string' ? part : ((await part(values)) ?? ''));
    return texts.join('');
  };
}

function partsOf(
  template:
    | { kind: 'literal'; text: string }
    | { kind: 'expression'; expression: ParsedExpression }
    | { kind: 'parts'; parts: (string | ParsedExpression)[] },
): (string | ParsedExpression)[] {
  switch (template.kind) {
    case 'literal':
      return [template.text];
    case 'expression':
      return [template.expression];
    case 'parts':
      return template.parts;
  }
}

function keyOf({ source }: ParsedExpression): KeyOf {
  return compileKey(source, { name: 'the text', maxLength: MAX_PART_LENGTH, textOf: asText });
}
