import { withDefaults } from '@workflow/component-kit';
import { previewField } from '@workflow/component-kit/preview';
import type { Json } from '@workflow/workflow-model';
import type { PreviewComponent } from '../preview-component.ts';
import { convertDate } from './dates/convert-date.ts';
import { descriptor } from './descriptor.ts';
import { csv } from './formats/csv.ts';
import type { Format, FormatOptions } from './formats/format.ts';
import { html } from './formats/html.ts';
import { json } from './formats/json.ts';
import { url } from './formats/url.ts';

/** The maximum length of a sample, because a person waits for the preview. */
const MAX_CHARACTERS = 262_144;
/** The maximum size of a result, which the page shows. */
const MAX_BYTES = 4_194_304;
/** The formats that are fast enough for a preview. Others are only converted when the workflow runs. */
const FORMATS: Readonly<Record<string, Format>> = { csv, html, json, url };

/**
 * Previews rows of a CSV, matches of selectors, and dates, from text in the sample. It neither reads nor creates files.
 */
export const preview: PreviewComponent = async (given, placeholders) => {
  const config = withDefaults(descriptor.configSchema, given);
  if (typeof given.from !== 'string' || config.as === 'file') return;
  const from = (await previewField(descriptor.configSchema.properties.from, given.from, placeholders)) as Json;
  if (config.format === 'date') return convertDate(from, config);
  const format = FORMATS[config.format];
  const options: FormatOptions = { ...config, maxBytes: MAX_BYTES };
  if (config.direction === 'write') return format?.write?.(from, options);
  if (typeof from !== 'string' || from.length > MAX_CHARACTERS) return;
  return format?.read?.(from, options);
};
