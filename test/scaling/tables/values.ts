import {
  parseJsonWithNumbers,
  parseReceivedJson,
  parseSentJson,
} from '../../../packages/placeholder-values/src/json/parse-json.ts';
import { itemsOfComputed, itemsOfSent } from '../../../packages/placeholder-values/src/placeholders/items-of-list.ts';
import { checkValue, readJsonFields } from '../../../packages/placeholder-values/src/placeholders/check-value.ts';
import { dateTimeMillis } from '../../../packages/workflow-model/src/date-time-millis.ts';
import { inexactInteger } from '../../../packages/workflow-model/src/exact-integer.ts';
import { fileNameOf, mediaTypeOf } from '../../../packages/workflow-model/src/file-names.ts';
import { pointerKeys } from '../../../packages/workflow-model/src/json-pointer.ts';
import { hasTooManyShapes } from '../../../packages/workflow-model/src/json-shapes.ts';
import { positionIn } from '../../../packages/workflow-model/src/source-position.ts';
import { readSentOutcome } from '../../../packages/workflow-model/src/sent-outcome.ts';
import { readTraceContext } from '../../../packages/workflow-model/src/trace-context.ts';
import { splitEntries } from '../../../packages/component-kit/src/host/split-entries.ts';
import { readJsonSource } from '../../../packages/component-kit/src/run/read-json-source.ts';
import { nestPlaceholders } from '../../../packages/validation/src/placeholders/nest-placeholders.ts';
import { fileIdsIn } from '../../../packages/session-store/src/files/file-uses.ts';
import { redactText } from '../../../packages/service-runtime/src/redaction.ts';
import { prettyLine } from '../../../packages/service-runtime/src/pretty-line.ts';
import { readSchedule } from '../../../packages/due-times/src/schedule-rule.ts';
import {
  charsetOf,
  extendedValue,
  headerParameters,
} from '../../../packages/placeholder-values/src/headers/header-parameters.ts';
import { readPartHeaders } from '../../../services/ingress/src/http/bodies/multipart/part-headers.ts';
import { PartSplitter } from '../../../services/ingress/src/http/bodies/multipart/split-parts.ts';
import { KIB, MEGABYTES, type Reader } from '../reader.ts';

const MULTIPART = 'services/ingress/src/http/bodies/multipart/split-parts.ts';
const JSON_FILE = 'packages/placeholder-values/src/json/parse-json.ts';
const CHECKS = 'packages/placeholder-values/src/placeholders/check-value.ts';
const TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'JSON', 'LIST', 'OBJECT', 'FILE'] as const;

/** Readers of values of callers, other servers and programs. */
export const VALUES: readonly Reader[] = [
  [JSON_FILE, 'parseSentJson', MEGABYTES, parseSentJson],
  [JSON_FILE, 'parseReceivedJson', MEGABYTES, parseReceivedJson],
  [JSON_FILE, 'parseJsonWithNumbers', MEGABYTES, parseJsonWithNumbers],
  ['packages/workflow-model/src/exact-integer.ts', 'inexactInteger', MEGABYTES, inexactInteger],
  ...TYPES.map((type): Reader => [
    CHECKS,
    `checkValue of ${type}`,
    MEGABYTES,
    (text) => checkValue(text, { type } as never, 'a'),
  ]),
  [CHECKS, 'readJsonFields', MEGABYTES, (text) => readJsonFields(text, [], [])],
  [
    'packages/placeholder-values/src/placeholders/items-of-list.ts',
    'itemsOfSent',
    MEGABYTES,
    (text) => itemsOfSent(text, true),
  ],
  [
    'packages/placeholder-values/src/placeholders/items-of-list.ts',
    'computed',
    MEGABYTES,
    (text) => itemsOfComputed(text, true),
  ],
  ['packages/workflow-model/src/date-time-millis.ts', 'dateTimeMillis', MEGABYTES, dateTimeMillis],
  ['packages/workflow-model/src/file-names.ts', 'fileNameOf', MEGABYTES, fileNameOf],
  ['packages/workflow-model/src/file-names.ts', 'mediaTypeOf', MEGABYTES, mediaTypeOf],
  ['packages/workflow-model/src/json-pointer.ts', 'pointerKeys', 64 * KIB, pointerKeys],
  ['packages/workflow-model/src/json-shapes.ts', 'hasTooManyShapes', MEGABYTES, (text) => hasTooManyShapes(text)],
  ['packages/workflow-model/src/source-position.ts', 'positionIn', MEGABYTES, positionIn],
  ['packages/workflow-model/src/sent-outcome.ts', 'readSentOutcome', MEGABYTES, readSentOutcome],
  [
    'packages/workflow-model/src/trace-context.ts',
    'traceparent',
    64 * KIB,
    (text) => readTraceContext({ traceparent: text }),
  ],
  [
    'packages/workflow-model/src/trace-context.ts',
    'tracestate',
    64 * KIB,
    (tracestate) => readTraceContext({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate }),
  ],
  ['packages/component-kit/src/host/split-entries.ts', 'splitEntries', MEGABYTES, splitEntries],
  [
    'packages/component-kit/src/run/read-json-source.ts',
    'readJsonSource',
    MEGABYTES,
    (text) => readJsonSource(text, '', []),
  ],
  [
    'packages/validation/src/placeholders/nest-placeholders.ts',
    'nestPlaceholders',
    64 * KIB,
    (text) => nestPlaceholders({ [text]: 1 }),
  ],
  ['packages/session-store/src/files/file-uses.ts', 'fileIdsIn', MEGABYTES, fileIdsIn],
  ['packages/service-runtime/src/redaction.ts', 'redactText', MEGABYTES, redactText],
  ['packages/service-runtime/src/pretty-line.ts', 'prettyLine', MEGABYTES, prettyLine],
  ...[headerParameters, charsetOf, extendedValue].map((read): Reader => [
    'packages/placeholder-values/src/headers/header-parameters.ts',
    read.name,
    16 * KIB,
    (text) => read(`${text}; a="${text}`),
  ]),
  [
    'packages/placeholder-values/src/headers/header-parameters.ts',
    'of UTF-8',
    16 * KIB,
    (text) => extendedValue(`UTF-8''${text}`),
  ],
  [
    'services/ingress/src/http/bodies/multipart/part-headers.ts',
    'readPartHeaders',
    8 * KIB,
    (text) => readPartHeaders(Buffer.from(`content-disposition: form-data; name=a; filename=${text}`)),
  ],
  [MULTIPART, 'content', MEGABYTES, (text) => partsOf(`--a\r\n\r\n\r\n${text}`, MEGABYTES)],
  [MULTIPART, 'content in pieces', MEGABYTES, (text) => partsOf(`--a\r\n\r\n\r\n${text}`, 7)],
  [MULTIPART, 'boundaries', 16 * KIB, (text) => partsOf(text.replaceAll(/./gsu, '\r\n--a'), 7)],
  [MULTIPART, 'headers in pieces', 8 * KIB, (text) => partsOf(`--a\r\n${text}`, 7)],
  [
    'packages/due-times/src/schedule-rule.ts',
    'readSchedule',
    64 * KIB,
    (text) => readSchedule({ cron: text, timeZone: text }),
  ],
];

/** Counts what a body that arrives in pieces is divided into. */
function partsOf(text: string, pieceBytes: number): number {
  const splitter = new PartSplitter('a');
  const body = Buffer.from(text);
  let events = 0;
  for (let at = 0; at < body.length; at += pieceBytes)
    for (const event of splitter.push(body.subarray(at, at + pieceBytes))) events += event.kind.length;
  return events;
}
