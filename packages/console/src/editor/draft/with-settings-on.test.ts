import { expect, test } from '@jest/globals';
import { addComponent, connect } from './draft-edits.ts';
import type { Draft, Edit } from './draft-store.ts';
import { withSettingsOn } from './with-settings-on.ts';

const HOOK = { id: 'hook', type: 'webhook', output: 'request', config: {} };
const DELAY = { id: 'wait', type: 'delay', config: {} };
const ANSWER = { id: 'answer', type: 'respond', config: {} };
const line = (from: string, to: string) => ({ from, port: 'next', to });
const draft = (more: Partial<Draft>): Draft => ({
  name: '',
  description: '',
  components: [HOOK],
  connections: [],
  ...more,
});
const responseAfter = (before: Draft, edit: Edit) => withSettingsOn(edit)(before).components[0]?.config['response'];

test.each<[string, Draft, Edit, unknown]>([
  ['Respond is added behind it', draft({}), addComponent(ANSWER, line('hook', 'answer')), {}],
  ['Respond is added elsewhere', draft({}), addComponent(ANSWER), undefined],
  ['Respond is connected with it', draft({ components: [HOOK, ANSWER] }), connect(line('hook', 'answer')), {}],
  [
    'what leads to Respond is connected with it',
    draft({ components: [HOOK, DELAY, ANSWER], connections: [line('wait', 'answer')] }),
    connect(line('hook', 'wait')),
    {},
  ],
  [
    'a second Respond follows after somebody switched it off',
    draft({ components: [HOOK, ANSWER], connections: [line('hook', 'answer')] }),
    addComponent({ ...ANSWER, id: 'again' }, line('answer', 'again')),
    undefined,
  ],
  ['another component follows', draft({}), addComponent(DELAY, line('hook', 'wait')), undefined],
])('Response of a webhook when %s', (_, before, edit, expected) => {
  expect(responseAfter(before, edit)).toEqual(expected);
});

test('the settings of Response that are there stay', () => {
  const response = { timeoutSeconds: 3 };
  const before = draft({ components: [{ ...HOOK, config: { response } }] });
  expect(responseAfter(before, addComponent(ANSWER, line('hook', 'answer')))).toEqual(response);
});
