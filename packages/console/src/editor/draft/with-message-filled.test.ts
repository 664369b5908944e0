import { expect, test } from '@jest/globals';
import type { Component } from '@workflow/workflow-model';
import { addComponent, connect } from './draft-edits.ts';
import type { Draft } from './draft-store.ts';
import { withMessageFilled } from './with-message-filled.ts';

const CHAT: Component = { id: 'chat', type: 'chat', output: 'question', config: { title: 'Help' } };
const INPUT: Component = { id: 'in', type: 'input', config: { placeholders: [{ key: 'message', type: 'TEXT' }] } };
const agent = (prompt: string): Component => ({ id: 'agent', type: 'agent', config: { instructions: '', prompt } });
const line = (from: string) => ({ from, port: 'next', to: 'agent' });
const draft = (...components: Component[]): Draft => ({ name: '', description: '', components, connections: [] });
const promptOf = ({ components }: Draft) => components.at(-1)?.config['prompt'];

test.each<[string, Component, Component, unknown]>([
  ['the message of the chat before it', CHAT, agent(''), '{{ question.message }}'],
  ['nothing behind a trigger without messages', INPUT, agent(''), ''],
  ['no other task than it has', CHAT, agent('Write a poem'), 'Write a poem'],
])('the task of a connected agent is %s', (_, trigger, added, expected) => {
  expect(promptOf(withMessageFilled(addComponent(added, line(trigger.id)), 'agent')(draft(trigger)))).toBe(expected);
  expect(promptOf(withMessageFilled(connect(line(trigger.id)), 'agent')(draft(trigger, added)))).toBe(expected);
});

test('behind two chats the task stays empty', () => {
  const before: Draft = {
    ...draft(CHAT, { ...CHAT, id: 'other', output: 'other' }, agent('')),
    connections: [line('chat')],
  };
  expect(promptOf(withMessageFilled(connect(line('other')), 'agent')(before))).toBe('');
});
