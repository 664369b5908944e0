import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runInSlices } from '@workflow/sandbox/slices';
import { TemplateParser } from './parse-template.ts';

const parseTemplate = (text: string) => runInSlices(new TemplateParser().template(text));

/** Returns the parts of a template: texts in quotes, sources of expressions without quotes. */
async function partsOf(text: string): Promise<string[] | string> {
  const parsed = await parseTemplate(text);
  if (!parsed.ok) return parsed.problems.join('; ');
  const template = parsed.value;
  if (template.kind === 'literal') return ['literal', JSON.stringify(template.text)];
  const parts = template.kind === 'expression' ? [template.expression] : template.parts;
  return [template.kind, ...parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : part.source))];
}

test.each<[string, string, string[]]>([
  ['a text without template is literal', 'a } { b', ['literal', '"a } { b"']],
  ['an empty text is literal', '', ['literal', '""']],
  ['one template keeps its type', '{{ customer.name }}', ['expression', 'customer.name']],
  ['text around it makes a text', ' {{a}}', ['parts', '" "', 'a']],
  ['several templates', '{{a}}, {{ b.c }}!', ['parts', 'a', '", "', 'b.c', '"!"']],
  ['templates side by side', '{{a}}{{b}}', ['parts', 'a', 'b']],
  ['braces of objects do not end it', '{{ {"a": {"b": c}} }}', ['expression', '{"a": {"b": c}}']],
  ['nor do they without space', '{{{"a":{"b":c}}}}', ['expression', '{"a":{"b":c}}']],
  ['nor do braces in a text', '{{ "}}" & a }}', ['expression', '"}}" & a']],
  ['nor in a comment', '{{ a /* }} */ }}', ['expression', 'a /* }} */']],
  ['a quote in a regular expression', "{{ $replace(a, /'/, '') }}", ['expression', "$replace(a, /'/, '')"]],
  ['over several lines', '{{\n  a\n}}', ['expression', 'a']],
  ['braces can be written by a template', 'x{{ "{{" }}', ['parts', '"x"', '"{{"']],
])('%s', async (_, text, parts) => {
  expect(await partsOf(text)).toEqual(parts);
});

test.each([
  ['{{ a', '{{ a is not closed by }}'],
  ['x {{ }} y', '{{ }}: the expression is empty'],
  ['{{ a + }} and {{ b }}', '{{ a + }}: the expression does not parse at character 3: Unexpected end of expression'],
  [
    '{{ $secret(name) }}',
    "{{ $secret(name) }}: $secret takes the name of a secret as one literal text: $secret('name')",
  ],
])('refuses %s', async (text, problem) => {
  expect(await partsOf(text)).toBe(problem);
});

test('no text makes it throw, and what parses covers the whole text', async () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('{{', '}}', '{', '}', '"', "'", '`', ' a ', '$', '(', ')', '[', '/', '\\', '.'),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(
      pieces.map((all) => all.join('')),
      async (text) => {
        const parsed = await parseTemplate(text);
        expect(parsed.ok || parsed.problems.length > 0).toBe(true);
        expect(parsed.ok && parsed.value.kind === 'literal' ? text.includes('{{') : false).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('a text of only braces takes bounded time', async () => {
  expect((await parseTemplate(`{{ " ${'}} '.repeat(50_000)}`)).ok).toBe(false);
});
