import { expect, test } from '@jest/globals';
import jsonata from 'jsonata';
import { javaScriptOf, pathOfChild, pathOfParsed } from './field-path.ts';

test('a path leads to the value that it was made for', async () => {
  const values = { request: '{"body":{"order lines":[{"total":1},{"total":7}]}}', 'a-b': { c: 3 } };
  const body = pathOfChild(pathOfParsed(pathOfChild('', 'request', 'field')), 'body', 'field');
  const total = pathOfChild(pathOfChild(pathOfChild(body, 'order lines', 'field'), '1', 'item'), 'total', 'field');
  expect(total).toBe('$eval(request).body.`order lines`[1].total');
  expect(await jsonata(total).evaluate(values)).toBe(7);
  expect(await jsonata(pathOfChild(pathOfChild('', 'a-b', 'field'), 'c', 'field')).evaluate(values)).toBe(3);
});

test.each([
  ['order.by', 'placeholders.order.by'],
  ['`a-b`.c[0].`d (e)`', 'placeholders["a-b"].c[0]["d (e)"]'],
  ['$eval(request).body.total', 'JSON.parse(placeholders.request).body.total'],
  ['$eval($eval(request).body.`inner text`)[1]', 'JSON.parse(JSON.parse(placeholders.request).body["inner text"])[1]'],
])('%s is %s in a program', (path, expected) => {
  expect(javaScriptOf(path)).toBe(expected);
});
