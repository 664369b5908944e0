import { expect, test } from '@jest/globals';
import type { Template } from '../../api/queries/templates.ts';
import { findTemplates } from './find-templates.ts';

const REPORT = {
  name: 'Nightly report',
  description: 'Sends the orders of a day.',
  needs: [{ kind: 'credential', name: 'Mail server', purpose: 'SMTP' }],
  componentTypes: [{ type: 'database-query', title: 'Database query', category: 'action', icon: '' }],
} as unknown as Template;

test.each(['', 'nightly', 'ORDERS day', 'database', 'smtp', 'mail query'])('%j finds the report', (search) => {
  expect(findTemplates([REPORT], search)).toEqual([REPORT]);
});

test('a word that occurs nowhere finds nothing', () => {
  expect(findTemplates([REPORT], 'nightly stripe')).toEqual([]);
});
