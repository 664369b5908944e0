import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { parseTemplateOrJson } from './template-or-json.ts';

test.each<[string, Json | undefined]>([
  ['', undefined],
  ['Hello {{ name }}', 'Hello {{ name }}'],
  ['{{ order }}', '{{ order }}'],
  ['{ "name": "{{ name }}" }', { name: '{{ name }}' }],
  ['{ "lines": {{ lines }}, "n": 1 }', { lines: '{{ lines }}', n: 1 }],
  ['{"a":{"b":{{ x }}}}', { a: { b: '{{ x }}' } }],
  ['[{{ one }}, {{ $join(names, "}}") }}]', ['{{ one }}', '{{ $join(names, "}}") }}']],
  ['{ "text": "hi \\"{{ x }}\\"" }', { text: 'hi "{{ x }}"' }],
  ['{"a":{"b":1}}', { a: { b: 1 } }],
])('%s', (text, value) => {
  expect(parseTemplateOrJson(text)).toEqual({ kind: 'valid', value });
});

test.each(['{ "a": ', '{ "a": {{ x }', '{ "a" {{ x }} }', '{ "a": {{ x }}{{ y }} }'])('refuses %s', (text) => {
  expect(parseTemplateOrJson(text).kind).toBe('invalid');
});

test('takes time in proportion to the text', () => {
  expect(parseTemplateOrJson(`{ "a": ${'{{ " '.repeat(100_000)}`).kind).toBe('invalid');
});
