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

/** A person waits, and the page with them: longer samples are not read. */
const MAX_CHARACTERS = 262_144;
/** What is read and written in a moment; other formats when the workflow runs. */
const FORMATS: Readonly<Record<string, Format>> = { csv, html, json, url };

/** Rows of a CSV, what selectors find, the date: of a text in the sample; files are neither read nor made. */
export const preview: PreviewComponent = async (given, placeholders) => {
  const config = withDefaults(descriptor.configSchema, given);
  if (typeof given.from !== 'string' || config.as === 'file') return;
  const from = (await previewField(descriptor.configSchema.properties.from, given.from, placeholders)) as Json;
  if (config.format === 'date') return convertDate(from, config);
  const format = FORMATS[config.format];
  if (config.direction === 'write') return format?.write?.(from, config as FormatOptions);
  if (typeof from !== 'string' || from.length > MAX_CHARACTERS) return;
  return format?.read?.(from, config as FormatOptions);
};
