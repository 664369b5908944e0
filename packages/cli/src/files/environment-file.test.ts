import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { UsageError } from '../failures/failures.ts';
import { noteWorkflow, readEnvironment } from './environment-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-environment-'));
  file = join(folder, 'workflow.env.prod.yaml');
});

test('ids of workflows are noted in order, and what people wrote stays with its comments', () => {
  writeFileSync(
    file,
    '# Reviewed by the operators\nworkflows:\n  c: 3 # moved\ncredentials:\n  CRM: CRM live # theirs\n',
  );
  noteWorkflow(folder, 'prod', 'a', '1');
  noteWorkflow(folder, 'prod', 'c', '4');
  expect(readFileSync(file, 'utf8')).toBe(
    '# Reviewed by the operators\nworkflows:\n  a: "1"\n  c: "4" # moved\ncredentials:\n  CRM: CRM live # theirs\n',
  );
});

test.each([undefined, '', 'workflows:\nsecrets: {}\n'])('a file with %j gets its first id', (before) => {
  if (before !== undefined) writeFileSync(file, before);
  expect(readEnvironment(folder, 'prod')).toEqual({ workflows: {}, secrets: {}, credentials: {}, apps: {} });
  noteWorkflow(folder, 'prod', 'b', 'there');
  expect(readEnvironment(folder, 'prod')).toEqual({
    workflows: { b: 'there' },
    secrets: {},
    credentials: {},
    apps: {},
  });
});

test.each(['workflows: [', 'workflows: text', 'secrets:\n  a: 1'])('%j is refused, and the file named', (text) => {
  writeFileSync(file, text);
  expect(() => readEnvironment(folder, 'prod')).toThrow(UsageError);
  expect(() => readEnvironment(folder, 'prod')).toThrow(file);
});
