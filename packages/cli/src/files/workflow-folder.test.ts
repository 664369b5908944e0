import { expect, test } from '@jest/globals';
import { fileNameFor } from './workflow-folder.ts';

const ID = '0197a000-0000-7000-8000-000000000001';

test.each([
  ['Order intake', 'order-intake.yaml'],
  ['Café  Élan!', 'cafe-elan.yaml'],
  ['注文', '注文.yaml'],
  ['../../etc/passwd', 'etc-passwd.yaml'],
  ['…', 'workflow.yaml'],
  ['CON', 'workflow-con.yaml'],
  ['lpt1', 'workflow-lpt1.yaml'],
  ['x'.repeat(200), `${'x'.repeat(48)}.yaml`],
])('the file of %s is called %s', (name, file) => {
  expect(fileNameFor(name, ID, new Set())).toBe(file);
});

test('a name that another file has, in capitals or not, gets the id of its workflow', () => {
  expect(fileNameFor('Order', ID, new Set(['ORDER.yaml']))).toBe(`order-${ID}.yaml`);
});

test('no name is longer than file systems take', () => {
  const file = fileNameFor('𠮷'.repeat(200), ID, new Set([`${'𠮷'.repeat(48)}.yaml`]));
  expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
});
