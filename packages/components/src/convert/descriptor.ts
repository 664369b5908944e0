import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject, ValueShape } from '@workflow/workflow-model';
import { shapeOfRead } from './shape-of-read.ts';
import { DIRECTIONS, FORMATS, type FormatName } from './formats.ts';

const show = (format: FormatName | readonly FormatName[], more: object = {}) => ({ 'x-show': { format, ...more } });

export const descriptor = defineComponent({
  type: 'convert',
  title: 'Convert',
  description:
    'Converts values and files from or to CSV, XML, HTML, JSON, YAML, Base64, URL encoding, Markdown and dates.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['from', 'format'],
    properties: {
      from: {
        type: 'string',
        title: 'From',
        description: 'The text or file to read, or the value to write.',
        minLength: 1,
        'x-control': 'template',
      },
      format: {
        type: 'string',
        title: 'Format',
        enum: FORMATS,
        default: 'csv',
        'x-labels': {
          csv: 'CSV',
          xml: 'XML',
          html: 'HTML',
          json: 'JSON',
          yaml: 'YAML',
          base64: 'Base64',
          url: 'URL encoding',
          markdown: 'Markdown',
          date: 'Date',
        },
      },
      direction: {
        type: 'string',
        title: 'Direction',
        enum: ['read', 'write'],
        default: 'read',
        'x-labels': { read: 'Read this format', write: 'Write this format' },
        'x-choices': { of: 'format', choices: { html: DIRECTIONS.html } },
        ...show(FORMATS.filter((format) => format !== 'date')),
      },
      delimiter: {
        type: 'string',
        title: 'Delimiter',
        description: 'Use \\t for a tab.',
        minLength: 1,
        maxLength: 10,
        default: ',',
        ...show('csv'),
      },
      header: {
        type: 'boolean',
        title: 'First row contains column names',
        default: true,
        ...show('csv'),
      },
      typed: {
        type: 'boolean',
        title: 'Numbers and dates',
        description: 'Reads numbers, true, false and dates as such. Other values stay text, such as 007.',
        default: false,
        ...show('csv', { direction: 'read' }),
      },
      dateFormat: {
        type: 'string',
        title: 'Date format',
        description: 'iso, or a pattern such as dd.MM.yyyy. Dates become ISO date-times.',
        minLength: 1,
        maxLength: 100,
        default: 'iso',
        ...show('csv', { direction: 'read', typed: true }),
      },
      columns: {
        type: 'array',
        title: 'Columns',
        description: 'Columns to use, in this order. Without a header row, the names of the columns.',
        minItems: 1,
        maxItems: 1_000,
        items: { type: 'string', minLength: 1, maxLength: 256 },
        ...show('csv'),
      },
      select: {
        type: 'array',
        title: 'Select',
        description: 'Values to read from the page.',
        minItems: 1,
        maxItems: 100,
        items: {
          type: 'object',
          title: 'Field',
          additionalProperties: false,
          required: ['key', 'selector'],
          properties: {
            key: { type: 'string', title: 'Key', minLength: 1, maxLength: 128, pattern: '^[^.\\u0000-\\u001f]*$' },
            selector: { type: 'string', title: 'CSS selector', minLength: 1, maxLength: 1_000 },
            attribute: {
              type: 'string',
              title: 'Attribute',
              description: 'If empty, the text of the element.',
              minLength: 1,
              maxLength: 256,
            },
            all: { type: 'boolean', title: 'All matches, as a list', default: false },
          },
        },
        ...show('html'),
      },
      fromFormat: {
        type: 'string',
        title: 'From format',
        description: 'iso, unix, unix-ms, http, or a pattern such as dd.MM.yyyy HH:mm.',
        minLength: 1,
        maxLength: 100,
        default: 'iso',
        ...show('date'),
      },
      toFormat: {
        type: 'string',
        title: 'To format',
        description: 'The format of the result, with the same choices.',
        minLength: 1,
        maxLength: 100,
        default: 'iso',
        ...show('date'),
      },
      zone: {
        type: 'string',
        title: 'Time zone',
        description: 'The zone of the result, and of input without a zone, such as Europe/Zurich.',
        minLength: 1,
        maxLength: 100,
        default: 'UTC',
        ...show('date'),
      },
      as: {
        type: 'string',
        title: 'Result as',
        enum: ['value', 'file'],
        default: 'value',
        'x-labels': { value: 'Value', file: 'File' },
      },
      name: {
        type: 'string',
        title: 'File name',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'text',
        'x-show': { as: 'file' },
      },
      charset: {
        type: 'string',
        title: 'Character set',
        description: 'For files that are read. A file with a byte order mark is read as UTF-16.',
        enum: ['utf-8', 'windows-1252', 'utf-16le'],
        default: 'utf-8',
        'x-labels': { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252', 'utf-16le': 'UTF-16' },
        ...show(['csv', 'xml', 'html', 'json', 'yaml']),
      },
    },
  },
  hasEffect: false,
  timeoutSeconds: 10,
  produces: { name: 'converted', shapeOf },
  checkConfig,
});

function shapeOf(config: JsonObject): ValueShape {
  if (config.as === 'file') return { type: 'FILE' };
  const { format, direction, toFormat } = config;
  if (format === 'date') return { type: toFormat === 'unix' || toFormat === 'unix-ms' ? 'NUMBER' : 'TEXT' };
  if (direction === 'write' || format === 'base64' || format === 'url') return { type: 'TEXT' };
  return shapeOfRead(config);
}

/** Checks that the format supports the direction, and that the fields that the choices need are there. */
function checkConfig({ format, direction = 'read', select, as, name }: JsonObject): ConfigProblem[] {
  const known = FORMATS.find((one) => one === format);
  if (known === undefined) return [];
  const problems: ConfigProblem[] = [];
  const directions: readonly string[] = DIRECTIONS[known];
  if (!directions.includes(String(direction)))
    problems.push({
      pointer: '/direction',
      field: 'direction',
      rule: `must be ${directions.join(' or ')} with ${known}`,
    });
  if (known === 'html' && select === undefined)
    problems.push({ pointer: '/select', field: 'select', rule: 'is required with html' });
  if (as === 'file' && (name === undefined || name === ''))
    problems.push({ pointer: '/name', field: 'name', rule: 'is required if the result is a file' });
  return problems;
}
