import { StepFailure, type Json, type JsonObject, type DataJob } from '@workflow/component-kit/data-job';
import { csv } from './formats/csv.ts';
import type { Format, FormatOptions } from './formats/format.ts';
import { html } from './formats/html.ts';
import { json } from './formats/json.ts';
import { markdown } from './formats/markdown.ts';
import { url } from './formats/url.ts';
import { xml } from './formats/xml.ts';
import { yaml } from './formats/yaml.ts';

const FORMATS: Readonly<Record<string, Format>> = { csv, html, json, markdown, url, xml, yaml };

/** Runs the parsers of untrusted data for `run.ts`. */
export const dataJob: DataJob = ({ from = null, options }: JsonObject): Json => {
  const { format, direction, ...more } = options as JsonObject;
  const knownFormat = FORMATS[String(format)] ?? {};
  const chosen = { maxBytes: Number.POSITIVE_INFINITY, ...more } as unknown as FormatOptions;
  if (direction === 'write' && knownFormat.write !== undefined) return knownFormat.write(from, chosen);
  if (direction === 'read' && knownFormat.read !== undefined) {
    if (typeof from !== 'string') throw new StepFailure('DATA_INVALID', `Only text can be read as ${String(format)}`);
    return knownFormat.read(from, chosen);
  }
  throw new StepFailure('CONFIG_INVALID', `The format ${String(format)} does not support ${String(direction)}`);
};
