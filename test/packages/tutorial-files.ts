import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files that docs/components.md shows, by name. */
export function tutorialFiles(): Record<string, string> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/components.md'), 'utf8');
  const found = page.matchAll(/^\*\*`([^`]+)`\*\*.*\n\n```\w+\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...found].map(([, name, text]) => [name, text]));
}
