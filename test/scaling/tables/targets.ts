import { compileWrittenText } from '../../../packages/component-kit/src/host/compile-written-text.ts';
import { previewOutput } from '../../../packages/component-kit/src/preview/preview-output.ts';
import { Room } from '../../../packages/expressions/src/evaluating.ts';
import type { EvaluationScope } from '../../../packages/expressions/src/evaluation/evaluation-scope.ts';
import { checkConfigSchema } from '../../../packages/component-packages/src/manifest/check-config-schema.ts';
import { DESCRIPTORS } from '../../../packages/components/src/generated/descriptors.ts';
import { compileFilter } from '../../../packages/validation/src/flow/compile-filter.ts';
import { compileKey } from '../../../packages/validation/src/flow/compile-key.ts';
import { compileForeignSchema, compileSchema } from '../../../packages/validation/src/schemas/compile-schema.ts';
import { headerParameters } from '../../../packages/placeholder-values/src/headers/header-parameters.ts';
import { readInternetDate } from '../../../packages/placeholder-values/src/dates/read-internet-date.ts';
import { checkValue } from '../../../packages/placeholder-values/src/placeholders/check-value.ts';
import { printableKey } from '../../../packages/placeholder-values/src/printable-key.ts';
import { csvLine } from '../../../packages/placeholder-values/src/targets/csv-cell.ts';
import { dateTimeParts, localInUtc } from '../../../packages/placeholder-values/src/targets/date-time-in-utc.ts';
import { formField } from '../../../packages/placeholder-values/src/targets/form-field.ts';
import { headerField } from '../../../packages/placeholder-values/src/targets/header-field.ts';
import {
  isJsonObjectOrList,
  placesInJson,
  writtenInJson,
} from '../../../packages/placeholder-values/src/targets/json-text.ts';
import { mysqlParameter } from '../../../packages/placeholder-values/src/targets/mysql-parameter.ts';
import { postgresParameter } from '../../../packages/placeholder-values/src/targets/postgres-parameter.ts';
import { queryItems } from '../../../packages/placeholder-values/src/targets/query-items.ts';
import { xmlAttribute, xmlText } from '../../../packages/placeholder-values/src/targets/xml-text.ts';
import { guardJsonParse, parseJson } from '../../../packages/workflow-model/src/parse-json.ts';
import { KIB, MEGABYTES, type Reader } from '../reader.ts';

// It is the function that `JSON.parse` is then.
guardJsonParse();

const DATES = 'packages/placeholder-values/src/targets/date-time-in-utc.ts';
const JSON_TEXT = 'packages/placeholder-values/src/targets/json-text.ts';
const WRITTEN = 'packages/component-kit/src/host/compile-written-text.ts';
const SCHEMAS = 'packages/validation/src/schemas/ajv.ts';
const FORMATS = ['date-time', 'date', 'email', 'uri', 'uuid'];
const TYPES_OF_POSTGRES = [16, 20, 114, 1_009, 1_184, 2_950];

const filter = compileFilter(
  { components: [], connections: [] },
  { id: 'a', type: 'webhook', config: { filter: '$trim(request.body.a) = "b" or "c" in request.body.b' } },
);

/** Writers of values for servers, files and pages, and the schemas that check values. */
export const TARGETS: readonly Reader[] = [
  ...(['json', 'json-value', 'form'] as const).flatMap((form): Reader[] => [
    [
      WRITTEN,
      `the text of ${form}`,
      64 * KIB,
      (text) => compileWrittenText(`${text}{{ a }}`, form)(scopeOf('b'), room()),
    ],
    [
      WRITTEN,
      `a value in ${form}`,
      MEGABYTES,
      (text) => compileWrittenText('{"a": "{{ a }}"}', form)(scopeOf(text), room()),
    ],
    [WRITTEN, `${form} without expressions`, 64 * KIB, (text) => compileWrittenText(text, form)(scopeOf(''), room())],
  ]),
  [
    'packages/component-kit/src/preview/preview-output.ts',
    'the preview of a component',
    64 * KIB,
    (text) =>
      previewOutput(
        DESCRIPTORS['json-parse'],
        { config: { source: '{{ a }}', fields: [{ key: 'a', type: 'JSON' }] } },
        { a: text },
      ),
  ],
  [
    'packages/component-packages/src/manifest/check-config-schema.ts',
    'a pattern',
    500,
    (pattern) => checkConfigSchema({ type: 'object', additionalProperties: false, properties: { a: { pattern } } }),
  ],
  [
    'packages/component-packages/src/manifest/check-config-schema.ts',
    'names',
    MEGABYTES,
    (text) => checkConfigSchema({ type: 'object', additionalProperties: false, properties: { [text]: { [text]: 1 } } }),
  ],
  [
    'packages/validation/src/flow/compile-bounded.ts',
    'a key',
    4 * KIB,
    (text) => compileKey('$trim(a) & "b"', { name: 'a', maxLength: 500 })({ a: text }),
  ],
  [
    'packages/validation/src/flow/compile-bounded.ts',
    'a filter',
    64 * KIB,
    (text) => filter?.({ body: { a: text, b: [text] } }),
  ],
  ...FORMATS.map((format): Reader => [
    SCHEMAS,
    `the format ${format}`,
    MEGABYTES,
    compileSchema({ type: 'string', format }, 'a'),
  ]),
  [SCHEMAS, 'a key', MEGABYTES, (text) => keys({ [text]: text })],
  [
    SCHEMAS,
    'a pattern of a package',
    MEGABYTES,
    compileForeignSchema({ type: 'string', pattern: '^(a+)+$|(0|00)+b' }, 'a'),
  ],
  ['packages/placeholder-values/src/headers/header-parameters.ts', 'headerParameters', 16 * KIB, headerParameters],
  [
    'packages/placeholder-values/src/headers/header-parameters.ts',
    'parameters',
    16 * KIB,
    (text) => headerParameters(`a; ${text}`),
  ],
  [
    'packages/placeholder-values/src/headers/header-parameters.ts',
    'a quoted one',
    16 * KIB,
    (text) => headerParameters(`a; b="${text}`),
  ],
  ['packages/placeholder-values/src/dates/read-internet-date.ts', 'readInternetDate', MEGABYTES, readInternetDate],
  [
    'packages/placeholder-values/src/dates/read-internet-date.ts',
    'of a length that is read',
    200,
    (text) => readInternetDate(text.slice(0, 200)),
  ],
  ['packages/placeholder-values/src/placeholders/parse-date-time-placeholder.ts', 'a date', MEGABYTES, readDate],
  [
    'packages/placeholder-values/src/placeholders/parse-date-time-placeholder.ts',
    'a fraction',
    MEGABYTES,
    (text) => readDate(`2026-07-06T08:30:00.${text}`),
  ],
  [
    'packages/placeholder-values/src/placeholders/parse-date-time-placeholder.ts',
    'a zone',
    MEGABYTES,
    (text) => readDate(`2026-07-06T08:30:00Z[${text}]`),
  ],
  ['packages/placeholder-values/src/printable-key.ts', 'printableKey', MEGABYTES, printableKey],
  ['packages/placeholder-values/src/targets/csv-cell.ts', 'csvLine', MEGABYTES, (text) => csvLine([text, text], ',')],
  [DATES, 'dateTimeParts', MEGABYTES, (text) => dateTimeParts(`2026-07-06${text}`)],
  [DATES, 'localInUtc', MEGABYTES, (text) => localInUtc({ local: `2026-07-06T08:30:00.${text}`, offset: '+01:00' })],
  ['packages/placeholder-values/src/targets/form-field.ts', 'formField', MEGABYTES, formField],
  [
    'packages/placeholder-values/src/targets/header-field.ts',
    'headerField',
    MEGABYTES,
    (text) => headerField('a', text),
  ],
  [JSON_TEXT, 'one text', MEGABYTES, (text) => placesInJson([text])],
  [JSON_TEXT, 'texts', MEGABYTES, (text) => placesInJson(text.split(/(?<=\W)/))],
  [JSON_TEXT, 'in a string', MEGABYTES, (text) => writtenInJson(text, 'string')],
  [JSON_TEXT, 'isJsonObjectOrList', MEGABYTES, isJsonObjectOrList],
  [
    'packages/placeholder-values/src/targets/mysql-parameter.ts',
    'mysqlParameter',
    MEGABYTES,
    (text) => mysqlParameter(text),
  ],
  ...TYPES_OF_POSTGRES.map((type): Reader => [
    'packages/placeholder-values/src/targets/postgres-parameter.ts',
    `type ${type}`,
    MEGABYTES,
    (text) => postgresParameter([text, { a: text }], type),
  ]),
  [
    'packages/placeholder-values/src/targets/query-items.ts',
    'queryItems',
    MEGABYTES,
    (text) => queryItems([text, text]),
  ],
  ['packages/placeholder-values/src/targets/xml-text.ts', 'xmlText', MEGABYTES, xmlText],
  ['packages/placeholder-values/src/targets/xml-text.ts', 'xmlAttribute', MEGABYTES, xmlAttribute],
  ['packages/workflow-model/src/parse-json.ts', 'parseJson', MEGABYTES, parseJson],
];

const keys = compileSchema({ type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } }, 'a');

const LIMITS = { sandboxTimeoutMs: 1_000, maxResultBytes: 10_000_000 };

function room(): Room {
  return new Room(LIMITS);
}

function scopeOf(a: string): EvaluationScope {
  return { placeholders: { a }, limits: LIMITS } as unknown as EvaluationScope;
}

function readDate(text: string): unknown {
  return checkValue(text, { type: 'DATE_TIME' } as never, 'a');
}
