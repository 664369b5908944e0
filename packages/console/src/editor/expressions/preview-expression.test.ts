import { expect, test } from '@jest/globals';
import { previewExpression } from './preview-expression.ts';

const SITE = { type: 'string', 'x-control': 'expression' } as const;

test.each([
  ['name', { name: 'Ada' }, 'value', 'Ada'],
  ['name', {}, 'absent', 'placeholder name has no value'],
  ['body.nth', { body: {} }, 'absent', ' value'],
  ['$sum("a")', {}, 'failed', ''],
])('%s with %j is shown as %s', async (expression, samples, kind, text) => {
  const preview = await previewExpression(SITE as never, expression, samples);
  expect(preview).toMatchObject({ kind, text: expect.stringContaining(text) });
});
