import { expect, test } from '@jest/globals';
import { askedFieldsHtml, EMPTY_FORM } from './asked-fields-html.ts';
import { markup } from './html.ts';

test.each([
  ['email', true],
  ['e_mail', true],
  ['customerEmail', true],
  ['contact_email', true],
  ['voicemail', false],
  ['emailed', false],
  ['name', false],
])('a text with the key %s has the keyboard for e-mail addresses: %s', (key, expected) => {
  const shown = markup`${askedFieldsHtml([{ key, type: 'TEXT' }], EMPTY_FORM)}`.text;
  expect([shown.includes('inputmode="email"'), shown.includes('autocomplete="email"')]).toEqual([expected, expected]);
});
