import { expect, test } from '@jest/globals';
import { foldersIn } from './folders-in.ts';

const ALL = [
  { path: 'Billing', workflows: 1 },
  { path: 'Billing/Invoices', workflows: 2 },
  { path: 'Billing/Invoices/EU', workflows: 3 },
  { path: 'Billings', workflows: 4 },
  { path: 'A/B', workflows: 5 },
];

test.each([
  [
    '',
    [
      ['A', 'A', 5],
      ['Billing', 'Billing', 6],
      ['Billings', 'Billings', 4],
    ],
  ],
  ['Billing', [['Invoices', 'Billing/Invoices', 5]]],
  ['Billing/Invoices/EU', []],
])('the folders in "%s" count all workflows below them', (folder, expected) => {
  expect(foldersIn(folder, ALL).map(({ name, path, workflows }) => [name, path, workflows])).toEqual(expected);
});
