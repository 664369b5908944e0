import { readTools, type GivenTools } from './mcp/read-tools.ts';
import { readDocument, type GivenDocument } from './openapi/read-document.ts';
import { SourceRefused } from './schemas/left-out.ts';
import type { AppSnapshot } from './snapshot.ts';

export type { GivenDocument, GivenTools };

/** The data that was received from a source. */
export type GivenSource = { document: GivenDocument } | { tools: GivenTools };

/** A snapshot, or the reason why the source cannot be used. */
export type ReadSource = { snapshot: AppSnapshot } | { refused: string };

/** Reads a source of another system. Call it in a data process only. */
export function readSource(source: GivenSource): ReadSource {
  try {
    return { snapshot: 'document' in source ? readDocument(source.document) : readTools(source.tools) };
  } catch (error) {
    if (error instanceof SourceRefused) return { refused: error.message };
    // The parsers are recursive, and aliases of YAML multiply texts.
    if (error instanceof RangeError) return { refused: 'The source has too many values within each other' };
    throw error;
  }
}
