import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');

/** Returns the code blocks of a document in a language, in order. */
export function programsOf(document: string, language: string): string[] {
  const text = readFileSync(join(DOCS, document), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, program]) => program!);
}
