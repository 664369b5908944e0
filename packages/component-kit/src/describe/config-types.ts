import type { Field, FileValue, Json, JsonObject, PlaceholderType, ReferenceKind } from '@workflow/workflow-model';

/**
 * A JSON Schema that is valid in draft-07 (Ajv 8) and in OpenAPI 3.0: it uses `nullable`, `enum` of one instead of
 * `const`, no type arrays and no `$ref`. It has these annotations: `x-control` is the kind of a field and its control
 * in a form, `x-template` how a template becomes the value, `x-reference` the kind of object that the field refers to,
 * `x-names` the names that an expression can read in addition to the placeholders, `x-bounded` an expression of bounded
 * cost, which ingress evaluates before a session exists, `x-free-names` an expression that reads names that only a run
 * knows, `x-show` the values of other fields for which a form shows the field, `x-with-body` whether the field is used
 * with a body, `x-takes` the kind of value that an editor fills in (`message`: the text that a person sent to the
 * trigger), `x-labels` the labels of the values of an `enum`, and `x-message` the message for a value that does not
 * match `pattern`. The property in `discriminator` selects one of `oneOf`.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

declare const valueType: unique symbol;
/** A schema whose values have a type that the compiler cannot derive from its keywords. */
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
  | 'workflows'
  | 'tools'
  | 'body'
  // The service writes it, and no form shows it.
  | 'computed';

/** The credential types that sign in to HTTP requests by headers. `credential-uses.test.ts` compares them. */
export const HTTP_CREDENTIAL_TYPES = ['http-basic', 'http-bearer', 'http-header', 'http-query', 'oauth2'] as const;

/**
 * The value of `x-operation`: the field holds the arguments of an operation of an app, which its sibling properties
 * name. If it is `action` itself, the arguments are chosen when the operation is called. `action` is the key of one
 * operation or a list of keys. The service writes the type of the operation's output into `returns`.
 */
export interface OperationAnnotation {
  readonly app: string;
  readonly version: string;
  readonly action: string;
  readonly credential: string;
  readonly returns?: string;
}

/** The value of `x-reference`: the text is the name or id of an object of the organization. */
export interface ReferenceAnnotation {
  readonly kind: ReferenceKind;
  /** For a component: the sibling property with the id of its workflow. */
  readonly of?: string;
  /** For a credential: the types that the field accepts. */
  readonly types?: readonly string[];
}

/**
 * The value of `x-placeholders`: the field sets placeholders of a component of another workflow, which its sibling
 * properties name. `values`: an object of values by placeholder. `key`: the name of one that gets its value at run
 * time.
 */
export interface PlaceholdersAnnotation {
  readonly as: 'values' | 'key';
  readonly workflow: string;
  readonly component: string;
}

/**
 * The value of a `key` field that sets a placeholder for each field of the value at run time. No placeholder has this
 * name.
 */
export const ALL_FIELDS = '*';

/**
 * The value of `x-columns`: the field is an object of values by column of the table that its sibling property names.
 */
export interface ColumnsAnnotation {
  readonly table: string;
}

/**
 * The value of `x-template`, the conversion of a template's value: `value` preserves its type (the default), `text`
 * makes it text, `list` a list (a single value is a list of one, a missing value an empty list), `url` URL-encodes
 * values, `optional` returns null if an expression has no value, and `elsewhere` leaves the template to the code that
 * shows it. `entries` makes a list of text or a list: the commas of the author separate entries, each value is one
 * entry, and a list inserts all its items.
 *
 * `x-text-of` names the property with the type of a text, such as `json`, `form` or a content type. Values are then
 * written into JSON text or a form so that they cannot change anything around them. `x-text-type` is the value of that
 * property itself. A schema has it if a field is resolved without the config around it, as in a preview.
 */
export type TemplateMode = 'value' | 'text' | 'list' | 'url' | 'optional' | 'entries' | 'elsewhere';

/**
 * An expression of a config. Call it with the names that it can read in addition to the placeholders. It returns
 * `undefined` if it has no value, and is synchronous if nothing in it waits.
 */
export interface Expression {
  (names?: Readonly<JsonObject>): Json | undefined | Promise<Json | undefined>;
  /** Returns the expression with its input, for `compileItemExpression` in a data job. @throws StepFailure */
  handOver(): Promise<JsonObject>;
  /** The text of its author. */
  readonly source: string;
}

/** The form of a config: as it is stored, or for run code, with resolved templates and defaults. */
type View = 'stored' | 'resolved';

/** A config that publishing checked, with the defaults. */
export type StoredConfig<Schema> = ValueOf<Schema, 'stored'>;
/** A config for run code: templates are values, expressions are functions, and defaults are filled in. */
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

/** The TypeScript types of the JSON Schema keyword `type`. */
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

/** An object of values in which `Required` are always set. */
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
