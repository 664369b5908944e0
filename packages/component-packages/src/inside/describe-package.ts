import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface DescriptorModule {
  descriptor?: Record<string, unknown>;
}

/**
 * Returns the description of a package as JSON: the object that descriptor.js exports, and the texts of the package.
 */
export async function describePackage(folder: string): Promise<object> {
  const module = (await import(pathToFileURL(join(folder, 'descriptor.js')).href)) as DescriptorModule;
  if (module.descriptor === undefined) throw new TypeError('descriptor.js does not export a descriptor');
  const [docs, example, icon] = await Promise.all(
    ['docs.md', 'example.json', 'icon.svg'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  return { ...module.descriptor, docs, example: JSON.parse(example ?? '') as unknown, icon };
}
