import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SRC = join(import.meta.dirname, '../../packages/console/src');
const TEXTS = join(SRC, 'texts');
const MODULES = readdirSync(TEXTS);

function sourcesWith(module: string): string {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(SRC, path), 'utf8'))
    .filter((source) => source.includes(`texts/${module}'`))
    .join('\n');
}

test.each(MODULES)('every text of %s is used, so that none is translated in vain', (module) => {
  const text = readFileSync(join(TEXTS, module), 'utf8');
  const list = /^export const texts = \{\n(.*?)^\};/ms.exec(text)?.[1] ?? '';
  const keys = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key);
  const sources = sourcesWith(module);
  expect(sources).not.toBe('');
  expect(keys.filter((key) => !new RegExp(`\\btexts\\.${key}\\b`).test(sources))).toEqual([]);
});
