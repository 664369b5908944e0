import { pointerToken } from '@workflow/workflow-model';
import { isObject } from '../is-object.ts';
import { LeftOut, SourceRefused } from '../schemas/left-out.ts';
import { SchemaPool } from '../schemas/schema-pool.ts';
import { MAX_OPERATIONS, type AppOperation, type AppSnapshot } from '../snapshot.ts';
import { messageAbout } from '../schemas/left-out-message.ts';
import { UnusedKeys } from '../schemas/unused-keys.ts';
import { parseDocument } from './parse-document.ts';
import { METHODS, readOperation, type OperationPlace } from './read-operation.ts';
import { References } from './references.ts';
import { serverOf } from './servers.ts';

/** Maximum number of characters of a place in a message. */
const MAX_PLACE = 300;
const MAX_TITLE = 200;

/** A document to read, and the URL from which it was read. */
export interface GivenDocument {
  text: string;
  url: string | null;
}

/** Reads an OpenAPI document. @throws SourceRefused with the reason */
export function readDocument({ text, url }: GivenDocument): AppSnapshot {
  const document = parseDocument(text, url);
  const references = new References(document);
  const pool = new SchemaPool((ref) => references.find(ref));
  const parts = { document, documentUrl: url, references, pool };
  const operations: AppOperation[] = [];
  const leftOut: string[] = [];
  for (const place of placesIn(document, references)) {
    try {
      operations.push(readOperation(parts, place));
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      leftOut.push(`${pointerOf(place).slice(0, MAX_PLACE)}: ${error.message}`);
    }
  }
  if (operations.length === 0) throw new SourceRefused(leftOut[0] ?? 'The document has no operations');
  const info = isObject(document['info']) ? document['info'] : {};
  return {
    title: typeof info['title'] === 'string' ? info['title'].slice(0, MAX_TITLE) : '',
    baseUrl: serverOf(document, url),
    operations,
    schemas: pool.used,
    message: messageAbout(leftOut),
  };
}

/**
 * Returns the operations with their keys: the `operationId`, or method and path if it is missing or another operation
 * has it.
 */
function placesIn(document: Record<string, unknown>, references: References): OperationPlace[] {
  const places: OperationPlace[] = [];
  const keys = new UnusedKeys();
  for (const [path, written] of Object.entries(document['paths'] as Record<string, unknown>)) {
    if (!path.startsWith('/')) continue;
    const pathItem = itemOf(path, written, references);
    for (const method of METHODS) {
      const operation = pathItem[method];
      if (!isObject(operation)) continue;
      if (places.length === MAX_OPERATIONS)
        throw new SourceRefused(`The document has more than ${MAX_OPERATIONS} operations`);
      const { operationId } = operation;
      const wantedKeys = typeof operationId === 'string' && operationId !== '' ? [operationId] : [];
      places.push({ path, method, pathItem, operation, key: keys.take(...wantedKeys, `${method} ${path}`) });
    }
  }
  return places;
}

function itemOf(path: string, written: unknown, references: References): Record<string, unknown> {
  try {
    return references.resolve(written);
  } catch (error) {
    throw error instanceof LeftOut ? new SourceRefused(`#/paths/${pointerToken(path)}: ${error.message}`) : error;
  }
}

function pointerOf({ path, method }: OperationPlace): string {
  return `#/paths/${pointerToken(path)}/${method}`;
}
