import type { DraftBody } from '../../api/queries/workflow-entry.ts';
import { withNewIds } from './with-new-ids.ts';

/**
 * Reads an exported workflow, under new ids. The server checks the rest. @throws Error that describes the problem of
 * the file.
 */
export function readImport(text: string, fileName: string): DraftBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${fileName} is not valid JSON`);
  }
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (!Array.isArray(fields['components']) || !Array.isArray(fields['connections']))
    throw new TypeError(`${fileName} contains no workflow: components and connections are missing`);
  return {
    ...withNewIds({ ...fields, components: fields['components'], connections: fields['connections'] }),
    name:
      typeof fields['name'] === 'string' && fields['name'] !== '' ? fields['name'] : fileName.replace(/\.json$/, ''),
    description: typeof fields['description'] === 'string' ? fields['description'] : '',
  };
}
