import { expect, test } from '@jest/globals';
import { problemAtField, problemSentence } from './problem-words.ts';

const COMPONENT = { id: 'a', type: 'output', config: {} };

test.each([
  ['config.value must not be empty', 'Required', 'Value is required'],
  ['there is no placeholder ord', 'There is no placeholder ord', 'There is no placeholder ord'],
])('"%s" is said in words', (message, atField, sentence) => {
  const problem = { componentId: 'a', path: '/config/value', message };
  expect(problemAtField(problem)).toBe(atField);
  expect(problemSentence(problem, COMPONENT)).toBe(sentence);
});
