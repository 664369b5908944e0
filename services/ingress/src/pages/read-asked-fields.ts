import { parseSentJson, SENT, ValueReader } from '@workflow/placeholder-values';
import {
  itemShape,
  setOwn,
  type AskedField,
  type FileValue,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';

/** A sent form, by the names of its controls. */
export type SentForm = ReadonlyMap<string, readonly string[]>;

interface ReadFields {
  values: JsonObject;
  /** The problems, by the dotted keys of fields. */
  problems: Map<string, string>;
}

const IS_REQUIRED = 'is required';
const CHECKED: readonly string[] = ['true', 'on', '1', 'yes'];
/** Types of items that a person writes as lines of text. Others are written as JSON. */
const WRITTEN_IN_LINES: readonly string[] = ['TEXT', 'NUMBER', 'DATE_TIME'];

/**
 * Reads the values of fields from a form, by the rules for values that callers send. An empty control counts as left
 * out.
 * @param files the files of the form, by name
 */
export function readAskedFields(
  fields: readonly AskedField[],
  sent: SentForm,
  files: ReadonlyMap<string, readonly FileValue[]> = new Map(),
): ReadFields {
  const problems = new Map<string, string>();
  return { values: new FormReader(sent, files, problems).object(fields, ''), problems };
}

class FormReader {
  readonly #sent: SentForm;
  readonly #files: ReadonlyMap<string, readonly FileValue[]>;
  readonly #problems: Map<string, string>;

  constructor(sent: SentForm, files: ReadonlyMap<string, readonly FileValue[]>, problems: Map<string, string>) {
    this.#sent = sent;
    this.#files = files;
    this.#problems = problems;
  }

  object(fields: readonly AskedField[], within: string): JsonObject {
    const values: JsonObject = {};
    for (const field of fields) {
      const value = this.#value(field, `${within}${field.key}`);
      if (value !== undefined) setOwn(values, field.key, value);
    }
    return values;
  }

  /** Returns undefined if it was left out. */
  #value(field: AskedField, path: string): Json | undefined {
    if (field.type === 'OBJECT') return this.#nested(field, path);
    if (field.type === 'BOOLEAN') return this.#checked(field, path);
    const sent = isFile(field) ? this.#filesOf(field, path) : this.#written(field, path);
    if (sent === undefined) {
      if (field.optional !== true) this.#problems.set(path, IS_REQUIRED);
      return undefined;
    }
    if (sent === MALFORMED) {
      this.#problems.set(path, 'must be JSON');
      return undefined;
    }
    return this.#read(field, path, sent);
  }

  #nested(field: AskedField, path: string): Json | undefined {
    const fields = field.fields ?? [];
    if (field.optional === true && !this.#isFilled(fields, `${path}.`)) return undefined;
    return this.object(fields, `${path}.`);
  }

  /** Returns true if anything except an unset check box was sent for one of the fields. */
  #isFilled(fields: readonly AskedField[], within: string): boolean {
    return fields.some(({ key, type, fields: nested = [] }) => {
      const path = `${within}${key}`;
      if (type === 'OBJECT') return this.#isFilled(nested, `${path}.`);
      return this.#files.has(path) || (this.#sent.get(path) ?? []).some((text) => text.trim() !== '');
    });
  }

  /** A check box that is not set is not sent. */
  #checked(field: AskedField, path: string): Json | undefined {
    const text = this.#sent.get(path)?.at(-1)?.trim().toLowerCase();
    if (text === undefined || text === '') return field.optional === true ? undefined : false;
    return CHECKED.includes(text) ? true : this.#read(field, path, text);
  }

  #filesOf(field: AskedField, path: string): unknown {
    const files = this.#files.get(path);
    if (files === undefined || files.length === 0) return undefined;
    return field.type === 'LIST' ? files : files.at(-1);
  }

  #written(field: AskedField, path: string): unknown {
    const texts = (this.#sent.get(path) ?? []).filter((text) => text.trim() !== '');
    const text = texts.at(-1);
    if (text === undefined) return undefined;
    if (field.type === 'TEXT') return text.replaceAll('\r\n', '\n');
    if (field.type === 'JSON') return parsed(text);
    if (field.type !== 'LIST') return text.trim();
    const { type } = itemShape(field.items);
    if (!WRITTEN_IN_LINES.includes(type)) return parsed(text);
    if (texts.length > 1 || field.choices !== undefined) return texts;
    if (text.trim().startsWith('[')) return type === 'TEXT' ? text : parsed(text);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  #read(field: AskedField, path: string, sent: unknown): Json | undefined {
    const checked = new ValueReader(SENT, '').read(sent, field);
    if (!checked.ok) {
      const [problem = ''] = checked.problems;
      this.#problems.set(path, problem.replace(/^the value /, ''));
      return undefined;
    }
    const problem = choiceProblem(field, checked.value);
    if (problem === null) return checked.value;
    this.#problems.set(path, problem);
    return undefined;
  }
}

const MALFORMED = Symbol('malformed');

function parsed(text: string): unknown {
  try {
    return parseSentJson(text);
  } catch {
    return MALFORMED;
  }
}

function isFile({ type, items }: AskedField): boolean {
  return type === 'FILE' || (type === 'LIST' && itemShape(items).type === 'FILE');
}

/** Returns the problems of JSON values that are not among the offered choices. */
export function choiceProblems(fields: readonly AskedField[], values: JsonObject, within = ''): string[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    const path = `${within}${field.key}`;
    if (value === undefined) return [];
    if (field.type === 'OBJECT') return choiceProblems(field.fields ?? [], value as JsonObject, `${path}.`);
    const problem = choiceProblem(field, value);
    return problem === null ? [] : [`${path} ${problem}`];
  });
}

function choiceProblem({ type, choices }: AskedField, value: Json): string | null {
  if (choices === undefined) return null;
  const chosen = Array.isArray(value) ? value : [value];
  const offered = choices.map((choice) => (type === 'NUMBER' ? Number(choice) : choice));
  if (chosen.every((one) => offered.includes(one as string | number))) return null;
  return `must be one of ${choices.join(', ')}`;
}
