import { expect, test } from '@jest/globals';
import { UsageError } from '../failures/failures.ts';
import { readWorkflowFile } from './workflow-file.ts';

test.each([
  ['name: [', /greeting\.yaml is not valid YAML/],
  ['- name', /name is missing/],
  [
    'name: Greeting\nconnection: []',
    /connection is not a key of a workflow file; the keys are id, name, .*connections/,
  ],
  ['name: Greeting\ncomponents: {}', /components must be a list/],
  ['name: Greeting\ncomponents: [input]', /components must be a list/],
  ['name: Greeting\nconnections: none', /connections must be a list/],
  ['name: Greeting\npositions: []', /positions must be a map/],
  ['name: Greeting\ncredentials: CRM', /credentials must be a map/],
])('%j is refused, and the file named', (text, message) => {
  expect(() => readWorkflowFile(text, 'greeting.yaml')).toThrow(UsageError);
  expect(() => readWorkflowFile(text, 'greeting.yaml')).toThrow(message);
  expect(() => readWorkflowFile(text, 'greeting.yaml')).toThrow(/^greeting\.yaml/);
});
