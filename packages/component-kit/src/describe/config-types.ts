import type { Field, FileValue, Json, JsonObject, PlaceholderType, ReferenceKind } from '@workflow/workflow-model';

/**
 * A JSON Schema that is draft-07 (Ajv 8) and OpenAPI 3.0 at once: `nullable`, `enum` of one
 * instead of `const`, no type arrays, no `$ref`. Of its annotations, `x-control` says what a field is and how a form
 * shows it, `x-template` how a template becomes the field's value, `x-reference` what the field refers to, `x-names`
 * what an expression sees beside the placeholders, `x-show` beside which values of other fields a form shows it,
 * `x-labels` the words for the values of an `enum`, `x-message` what a broken `pattern` means. Of `oneOf`, the property
 * that `discriminator` names chooses one.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

declare const valueType: unique symbol;
/** A schema whose values have a type that its keywords do not tell the compiler. */
export type SchemaOf<Value> = JsonSchema & { readonly [valueType]: Value };

/** `x-control` of fields that have a meaning beyond their JSON type. */
export type Control =
  | 'steps'
  | 'template'
  | 'expression'
  | 'json'
  | 'code'
  | 'fields'
  | 'items'
  | 'sql'
  | 'time-zone'
  | 'workflows';

/** `x-reference`: the text is the name or id of something of the organization. */
export interface ReferenceAnnotation {
  readonly kind: ReferenceKind;
  /** Of a component: the property beside it that holds its workflow's id. */
  readonly of?: string;
  /** Of a credential: the types that the field takes. */
  readonly types?: readonly string[];
}

/**
 * `x-placeholders`: the field gives placeholders of a component of another workflow, which the properties beside it
 * name. `values`: an object of values by placeholder; `key`: the name of one that gets a value at run time.
 */
export interface PlaceholdersAnnotation {
  readonly as: 'values' | 'key';
  readonly workflow: string;
  readonly component: string;
}

/** `x-columns`: an object of values by column of the table that the property beside it names. */
export interface ColumnsAnnotation {
  readonly table: string;
}

/**
 * `x-template`, how the value of a field's template is taken: `value` keeps its type (the default), `text` makes it a
 * text, `list` a list (one value is a list of one, nothing an empty list), `url` encodes values as parts of an address,
 * `optional` gives null where an expression has no value, and `elsewhere` leaves the template to who shows it.
 * `entries` makes a list of a text or a list: the author's own commas separate entries, each value is one, and of a
 * value that is a list each item is one.
 *
 * `x-text-of` names the property that says what a text is, such as `json`, `form` or a content type: values are then
 * written into a JSON text or a form so that they change nothing around them. `x-text-type` is the value of that
 * property itself. A schema has it where a field is resolved without the config around it, as in a preview.
 */
export type TemplateMode = 'value' | 'text' | 'list' | 'url' | 'optional' | 'entries' | 'elsewhere';

/**
 * An expression of a config, evaluated when it is called with the names that it sees beside the placeholders;
 * `undefined`: it has no value. Synchronous when nothing in it has to wait.
 */
export interface Expression {
  (names?: Readonly<JsonObject>): Json | undefined | Promise<Json | undefined>;
  /** The expression with what it reads, for `compileItemExpression` in a work. @throws StepFailure */
  handOver(): Promise<JsonObject>;
  /** As its author wrote it. */
  readonly source: string;
}

/** How a config is seen: as it is stored, or by run code, with templates resolved and defaults filled in. */
type View = 'stored' | 'resolved';

/** A config as its author wrote it and publishing checked it, defaults filled in. */
export type StoredConfig<Schema> = ValueOf<Schema, 'stored'>;
/** A config as run code sees it: templates are values, expressions are functions, defaults are filled in. */
export type ResolvedConfig<Schema> = ValueOf<Schema, 'resolved'>;

type ValueOf<Schema, Seen extends View> = Schema extends { readonly [valueType]: infer Value }
  ? Value
  : Schema extends { readonly 'x-control': 'expression' }
    ? Seen extends 'stored'
      ? string
      : Expression
    : Schema extends { readonly 'x-control': 'template' }
      ? Seen extends 'stored'
        ? KeywordType<Schema, Seen>
        : Schema extends { readonly 'x-template': 'text' }
          ? string
          : Schema extends { readonly 'x-template': 'elsewhere' }
            ? KeywordType<Schema, 'stored'>
            : Schema extends { readonly 'x-template': 'list' | 'entries' }
              ? Json[]
              : Json
      : KeywordType<Schema, Seen>;

type KeywordType<Schema, Seen extends View> = Schema extends { readonly oneOf: readonly (infer Choices)[] }
  ? ValueOf<Choices, Seen>
  : Schema extends { readonly enum: readonly (infer Choice)[] }
    ? Choice
    : Schema extends { readonly properties: infer Properties }
      ? ObjectOf<{ [Key in keyof Properties]: ValueOf<Properties[Key], Seen> }, AlwaysThere<Schema, Properties>>
      : Schema extends { readonly items: infer Items }
        ? ValueOf<Items, Seen>[]
        : Schema extends { readonly type: keyof PrimitiveTypes }
          ? PrimitiveTypes[Schema['type']]
          : Json;

/** What the keyword `type` alone says. */
export interface PrimitiveTypes {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  object: JsonObject;
}

type AlwaysThere<Schema, Properties> =
  | (Schema extends { readonly required: readonly (infer Key)[] } ? Extract<Key, keyof Properties> : never)
  | {
      [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never;
    }[keyof Properties];

/** An object of values, those among `Required` always there. */
export type ObjectOf<Values, Required extends keyof Values> = {
  -readonly [Key in Required]: Values[Key];
} & {
  -readonly [Key in Exclude<keyof Values, Required>]?: Values[Key];
};

/** The value of a placeholder of a type, with the fields that an OBJECT declares. */
export type ValueOfField<Shape extends { readonly type: PlaceholderType; readonly fields?: readonly Field[] }> =
  Shape extends { readonly type: 'OBJECT'; readonly fields: infer Fields extends readonly Field[] }
    ? { [One in Fields[number] as One['optional'] extends true ? never : One['key']]: ValueOfField<One> } & {
        [One in Fields[number] as One['optional'] extends true ? One['key'] : never]?: ValueOfField<One>;
      }
    : ValuesByType[Shape['type']];

interface ValuesByType {
  TEXT: string;
  NUMBER: number;
  BOOLEAN: boolean;
  /** ISO-8601. */
  DATE_TIME: string;
  LIST: Json[];
  OBJECT: JsonObject;
  JSON: Json;
  FILE: FileValue;
}
