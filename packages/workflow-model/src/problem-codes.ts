/** How a problem is said. `<name>` in a message is a value of that name; a list is joined by `separator`. */
interface ProblemKind {
  message: string;
  /** The message when `limit` is 1. */
  one?: string;
  /** `, ` otherwise. */
  separator?: string;
}

/**
 * Every problem of a definition that saving, checking and publishing can name; docs/errors.md lists the same ones.
 * Where the message begins with `<field>`, the rest is what is wrong with the field that the problem's path points at.
 */
export const PROBLEMS = {
  ADDRESS_AMBIGUOUS: { message: 'two components that wait for <what> are called <name>' },
  ADDRESS_UNKNOWN: { message: 'no component that waits for <what> is called <name>' },
  ALL_DISABLED: { message: 'every component is disabled' },
  CHILD_PLACEHOLDER_TWICE: { message: 'each item gives the placeholder <placeholder>: no other value is used' },
  CHILD_PLACEHOLDER_UNKNOWN: {
    message: 'the workflow <workflow> takes no placeholder <placeholder> where it is started',
  },
  CHILD_VALUE_WRONG: { message: 'the workflow <workflow>: <rule>' },
  COMPONENT_ID_TWICE: { message: 'the id <id> is used by two components' },
  COMPONENT_TYPE_UNKNOWN: { message: 'there is no component type <type>' },
  COMPONENT_VERSION_UNKNOWN: { message: 'version <version> of the component type <type> is not installed' },
  COMPONENTS_MISSING: { message: 'the workflow has no component' },
  CONFIG_RULE: { message: '<rule>' },
  CONNECTION_FROM_UNKNOWN: { message: 'a connection comes from <component>, which does not exist' },
  CONNECTION_TO_TRIGGER: { message: 'nothing may lead to a trigger' },
  CONNECTION_TO_UNKNOWN: { message: 'a connection leads to <component>, which does not exist' },
  CONNECTION_TWICE: { message: 'the port <port> is connected twice to the same component' },
  CREDENTIAL_TYPE: { message: 'the credential <credential> is of the type <type>, and <types> can be used here' },
  CREDENTIAL_UNKNOWN: { message: 'there is no credential <id>' },
  CYCLE: { message: 'the connections form a cycle: <components>', separator: ' → ' },
  EMPTY: { message: '<field> must not be empty' },
  EXPRESSION_INVALID: { message: '<reason>' },
  FIELD_RULE: { message: '<field> <rule>' },
  FIELD_UNKNOWN: { message: '<field> is not a known field' },
  GATHER_SENSITIVE: {
    message: '<field>: requests with the sensitive placeholder <placeholder> cannot be gathered',
  },
  ITEM_FIELD_UNKNOWN: { message: 'an item of <placeholder> has no field <key>' },
  ITEM_TWICE: { message: '<field> must not have the same item twice' },
  KEY_COSTLY: {
    message: '<field>: the expression makes too much of texts of <limit> characters: nest and join less',
  },
  KEY_INVALID: { message: '<field>: <reason>' },
  KEY_OF_ADDRESS: { message: '<field>: a key is made before there is the address of an approval or a callback' },
  KEY_OF_SECRET: { message: '<field>: a key cannot be made of a secret' },
  LABEL_OF_SENSITIVE: { message: '<field>: a label cannot be made of the sensitive placeholder <placeholder>' },
  KEY_OF_SENSITIVE: { message: '<field>: a key cannot be made of the sensitive placeholder <placeholder>' },
  KEY_PART_COSTLY: {
    message:
      '<field>: the part at character <position> makes too much of texts of <limit> characters: nest and join less',
  },
  KEY_PLACEHOLDER_UNKNOWN: { message: '<field>: no trigger makes the placeholder <placeholder>' },
  KEY_UNBOUNDED: {
    message: '<field>: <reason>; a key may use paths, comparisons, joined texts and functions of bounded cost only',
  },
  LISTS_TOO_DEEP: { message: '<field> must be within at most <limit> lists of objects' },
  MCP_NAME_TAKEN: { message: '<field>: the published workflow <workflow> is a tool of this name' },
  MCP_TRIGGERS: {
    message:
      '<field>: a tool starts at the only trigger, or at the only one that takes placeholders, and there are <given>',
  },
  NOT_ABOVE: { message: '<field> must be more than <limit>' },
  NOT_ALLOWED: { message: '<field> must be one of <allowed>' },
  NOT_BELOW: { message: '<field> must be less than <limit>' },
  NUMBERS_TOO_LONG: {
    message: '<field> must have numbers of at most <limit> digits together beyond 1e21 and below 1e-6, not <given>',
  },
  ON_LIMIT_CONFLICT: { message: '<field> must be queue in a workflow with <rule>' },
  PLACEHOLDER_FIELD_UNKNOWN: { message: 'the placeholder <placeholder> has no field <key>' },
  PLACEHOLDER_NAME_INVALID: {
    message: 'the placeholder name <placeholder> must be letters, digits and _, and not begin with a digit',
  },
  PLACEHOLDER_NAME_RESERVED: { message: 'the placeholder name <placeholder> is reserved' },
  PLACEHOLDER_NOT_AVAILABLE: {
    message: 'the placeholder <placeholder> is not available here: <producer> does not come before this component',
  },
  PLACEHOLDER_TWICE: { message: 'the placeholder <placeholder> is produced by <producer> as well' },
  PLACEHOLDER_UNKNOWN: { message: 'there is no placeholder <placeholder>' },
  PORT_UNKNOWN: { message: 'there is no port <port>; the ports are <ports>' },
  REQUIRED: { message: '<field> is required' },
  SECRET_UNKNOWN: { message: 'the organization has no secret <secret>' },
  TABLE_UNKNOWN: { message: 'there is no table <table>' },
  TEMPLATES_TOO_LONG: {
    message: '<field> must have templates and expressions of at most <limit> characters together, not <given>',
  },
  TOO_FEW_FIELDS: { message: '<field> must have at least <limit> fields', one: '<field> must have at least 1 field' },
  TOO_FEW_ITEMS: { message: '<field> must have at least <limit> items', one: '<field> must have at least 1 item' },
  TOO_HIGH: { message: '<field> must be at most <limit>' },
  TOO_LONG: { message: '<field> must have at most <limit> characters' },
  TOO_LOW: { message: '<field> must be at least <limit>' },
  TOO_MANY_FIELDS: { message: '<field> must have at most <limit> fields', one: '<field> must have at most 1 field' },
  TOO_MANY_ITEMS: { message: '<field> must have at most <limit> items', one: '<field> must have at most 1 item' },
  TOO_MANY_TEMPLATES: { message: '<field> must have at most <limit> templates and expressions, not <given>' },
  TOO_MANY_TRIGGERS: { message: 'the workflow must have at most <limit> triggers of the type <type>, not <given>' },
  TOO_SHORT: { message: '<field> must have at least <limit> characters' },
  WORKFLOW_CIRCLE: {
    message:
      'the workflow <workflows>, waits for this one: workflows with flow.concurrency or flow.order must not wait for ' +
      'each other in a circle',
    separator: ', which waits for ',
  },
  WORKFLOW_COMPONENT_UNKNOWN: { message: 'the workflow <workflow> has no enabled component <component>' },
  WORKFLOW_NOT_PUBLISHED: {
    message: 'the workflow <workflow> is not published: until it is, sessions in PROD cannot start it',
  },
  WORKFLOW_UNKNOWN: { message: 'there is no workflow <id>' },
  WRONG_FORMAT: { message: '<field> must match <pattern>' },
  WRONG_TYPE: { message: '<field> must be <expected>', separator: ' or ' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** What a message names. In lists, and alone, `expected` is a type of JSON or a format, such as `integer` or `uuid`. */
export type ProblemValues = Readonly<Record<string, string | number | readonly string[]>>;

type NamesIn<Message> = Message extends `${string}<${infer Name}>${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that the message of a code names, no other. */
export type ValuesOf<Code extends ProblemCode> = {
  readonly [Name in NamesIn<(typeof PROBLEMS)[Code]['message']>]: ProblemValues[string];
};

/** How messages call types of JSON and formats of texts. */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  uuid: 'a UUID',
  'date-time': 'an ISO-8601 date-time',
  date: 'an ISO-8601 date',
  email: 'an email address',
  uri: 'a URI',
};

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** The problem in words, such as `config.value is required`. A name without a value stays as it is. */
export function problemMessage(code: ProblemCode, values: ProblemValues): string {
  return fill(code, templateOf(code, values), values);
}

/** What the message says of its field, such as `is required`; null when it does not begin with a field. */
export function fieldRule(code: ProblemCode, values: ProblemValues): string | null {
  const [, rule] = /^<field>:? (.*)$/s.exec(templateOf(code, values)) ?? [];
  return rule === undefined ? null : fill(code, rule, values);
}

function templateOf(code: ProblemCode, values: ProblemValues): string {
  const { message, one }: ProblemKind = PROBLEMS[code];
  return values['limit'] === 1 ? (one ?? message) : message;
}

function fill(code: ProblemCode, template: string, values: ProblemValues): string {
  const { separator = ', ' }: ProblemKind = PROBLEMS[code];
  return template.replaceAll(/<(\w+)>/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : whole;
    const texts = (typeof value === 'object' ? [...value] : [value]).map(String);
    return (name === 'expected' ? texts.map((text) => EXPECTED[text] ?? text) : texts).join(separator);
  });
}

/** One thing wrong in a value: what it is, what its message names, and the message. */
export interface Wrong {
  code: ProblemCode;
  values: ProblemValues;
  message: string;
}

/** One thing wrong in a field of a body. */
export interface FieldProblem extends Wrong {
  /** JSON pointer within the body. */
  path: string;
}

/** Says what is wrong by its code and the values that the code's message names. */
export function wrong<Code extends ProblemCode>(code: Code, values: ValuesOf<Code>): Wrong {
  return { code, values, message: problemMessage(code, values) };
}
