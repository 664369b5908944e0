import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';

test('has no ports, and templates in both fields', () => {
  expect(descriptor.ports({ code: 'A', message: 'b' })).toEqual([]);
  const templates = descriptor.templates({ code: 'A{{ b }}', message: '{{ c }}' });
  expect(templates.map(({ pointer, kind }) => `${kind} ${pointer}`)).toEqual(['template /code', 'template /message']);
});
