import { expect, test } from '@jest/globals';
import { parseExpression } from './parse-expression.ts';

const readsAll = (source: string): boolean => {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.value.readsAll;
};

test.each([
  'name & "!"',
  'items[price > 3].sku',
  'items[$ > 3]',
  '$map(items, function($item) { $item.price * rate })',
  'items.$uppercase(sku)',
  'items.*',
  'items^(price)',
  'items{sku: $sum(price)}',
  '$now()',
  '$lookup(order, "total")',
  '($total := order.total; $total + 1)',
])('%s reads the placeholders that it names', (source) => {
  expect(readsAll(source)).toBe(false);
});

test.each([
  '$$.name',
  '$keys($)',
  '$string()',
  '*.name',
  '**.name',
  '$eval("name")',
  '$lookup("name")',
  '$each(function($value) { $value })',
  '$ ~> |items|{"price": 0}|',
  'items.{"all": $$}',
  'items@$i.($i.price & name)',
  'items[$$.name = sku]',
  'order.%.name & ""',
])('%s may read any placeholder', (source) => {
  expect(readsAll(source)).toBe(true);
});
