import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from '@jest/globals';
import { codeCompletionSource, completionSource } from './jsonata-completions.ts';

const PLACES = [
  { path: 'order', type: 'OBJECT' },
  { path: 'order.total', type: 'NUMBER' },
  { path: 'order.lines.price', type: 'NUMBER', ofEach: true },
];

function detailsOf(source: ReturnType<typeof completionSource>): (string | undefined)[] {
  const result = source(new CompletionContext(EditorState.create({ doc: 'ord' }), 3, true));
  return result?.options.filter(({ label }) => label.startsWith('order')).map(({ detail }) => detail) ?? [];
}

test('completion names types as the panel does', () => {
  expect(detailsOf(completionSource('expression', () => PLACES))).toEqual(['Object', 'Number', 'Number of each item']);
  expect(detailsOf(codeCompletionSource(() => PLACES))).toEqual(['Object', 'Number']);
});
