import type { ObjectOf, PrimitiveTypes, SchemaOf } from '@workflow/component-kit';

/**
 * The type of the JSON that a route's schema describes, for the keywords in this repository's schemas. A default only
 * informs callers and fills nothing in, so a property with a default may be missing. A schema whose keywords have no
 * type is `unknown`.
 */
export type JsonOf<Schema> =
  Schema extends SchemaOf<infer Value>
    ? Value
    : Schema extends { readonly nullable: true }
      ? KeywordType<Schema> | null
      : KeywordType<Schema>;

type KeywordType<Schema> = Schema extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : Schema extends { readonly anyOf: readonly (infer Choice)[] }
    ? JsonOf<Choice>
    : Schema extends { readonly properties: infer Properties }
      ? ObjectOf<{ [Key in keyof Properties]: JsonOf<Properties[Key]> }, RequiredOf<Schema, Properties>>
      : Schema extends { readonly items: infer Items }
        ? JsonOf<Items>[]
        : Schema extends { readonly type: keyof PrimitiveTypes }
          ? PrimitiveTypes[Schema['type']]
          : unknown;

type RequiredOf<Schema, Properties> = Schema extends { readonly required: readonly (infer Key)[] }
  ? Extract<Key, keyof Properties>
  : never;
