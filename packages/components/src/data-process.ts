// The process that runs data jobs: our parsers on untrusted data, with limits of time and memory.
import { readSource, type GivenSource } from '@workflow/apps/readers';
import { serveDataJobs, type DataJob } from '@workflow/component-kit/data-job';
import { DATA_JOBS } from './generated/data-jobs.ts';

/** Reads the source of an app. Schemas are returned as JSON text, because nothing but the database reads them next. */
const readApp: DataJob = (values) => {
  const read = readSource(values as unknown as GivenSource);
  if ('refused' in read) return { refused: read.refused };
  const { operations, schemas, ...snapshot } = read.snapshot;
  return {
    refused: null,
    ...snapshot,
    operations: operations.map(({ content, ...operation }) => ({
      ...(JSON.parse(textOf(operation)) as typeof operation),
      content: textOf(content),
    })),
    schemas: Object.entries(schemas).map(([name, content]) => ({ name, content: textOf(content) })),
  };
};

/** Writes JSON with texts that PostgreSQL can store. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.replaceAll('\u0000', '\uFFFD').toWellFormed() : item,
  );
}

serveDataJobs({ ...Object.fromEntries(DATA_JOBS), 'read-app': readApp });
