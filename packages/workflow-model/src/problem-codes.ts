/** The message of a problem. `<name>` is replaced by the value with that name, a list is joined by `separator`. */
interface ProblemKind {
  message: string;
  /** The message when `limit` is 1. */
  one?: string;
  /** The default is `, `. */
  separator?: string;
}

/**
 * All problems of a definition that saving, checking and publishing can report. docs/errors.md lists the same ones. If
 * a message begins with `<field>`, the remaining text describes the field at the problem's path.
 */
export const PROBLEMS = {
  ADDRESS_AMBIGUOUS: { message: 'Two components that wait for <what> have the name <name>' },
  ADDRESS_UNKNOWN: { message: 'No component that waits for <what> has the name <name>' },
  ALL_DISABLED: { message: 'Every component is disabled' },
  APP_ACTION_UNKNOWN: { message: 'Version <version> of the app <app> has no action <action>' },
  APP_UNKNOWN: { message: 'There is no app <id>' },
  APP_VERSION_UNKNOWN: { message: 'The app <app> has no version <version>' },
  BODY_BEGINNINGS: {
    message: 'The body must begin with one enabled component. Those without a connection from another one: <given>',
  },
  BODY_COMPONENT: { message: 'A component of the type <type> cannot be in a body, because each item is a session' },
  BODY_EMPTY: { message: 'The body has no components' },
  CHILD_PLACEHOLDER_TWICE: { message: 'Each item sets the placeholder <placeholder>, so it cannot have another value' },
  CHILD_PLACEHOLDER_UNKNOWN: {
    message: 'The workflow <workflow> has no placeholder <placeholder> at the component where it starts',
  },
  CHILD_VALUE_WRONG: { message: 'The workflow <workflow>: <rule>' },
  COMPONENT_ID_TWICE: { message: 'Two components have the id <id>' },
  COMPONENT_TYPE_UNKNOWN: { message: 'There is no component type <type>' },
  COMPONENT_VERSION_UNKNOWN: { message: 'Version <version> of the component type <type> is not installed' },
  COMPONENTS_MISSING: { message: 'The workflow has no components' },
  CONFIG_RULE: { message: '<rule>' },
  CONNECTION_ACROSS_BODIES: { message: 'A connection cannot lead into a body or out of it' },
  CONNECTION_FROM_UNKNOWN: { message: 'A connection begins at <component>, which does not exist' },
  CONNECTION_TO_TRIGGER: { message: 'A connection cannot lead to a trigger' },
  CONNECTION_TO_UNKNOWN: { message: 'A connection leads to <component>, which does not exist' },
  CONNECTION_TWICE: { message: 'The port <port> has two connections to the same component' },
  CREDENTIAL_DELETED: { message: 'The credential <credential> was deleted' },
  CREDENTIAL_TYPE: { message: 'The credential <credential> has the type <type>, but this field needs <types>' },
  CREDENTIAL_UNKNOWN: { message: 'There is no credential <id>' },
  CYCLE: { message: 'The connections form a cycle: <components>', separator: ' → ' },
  EMPTY: { message: '<field> must not be empty' },
  EXPRESSION_INVALID: { message: '<reason>' },
  FIELD_RULE: { message: '<field> <rule>' },
  FIELD_UNKNOWN: { message: '<field> is not a known field' },
  GATHER_SENSITIVE: {
    message: '<field>: requests with the sensitive placeholder <placeholder> cannot be combined',
  },
  ITEM_FIELD_UNKNOWN: { message: 'The items of <placeholder> have no field <key>' },
  ITEM_TWICE: { message: '<field> must not contain the same item twice' },
  KEY_COSTLY: {
    message: '<field>: the expression could take too long with text of <limit> characters. Simplify it',
  },
  KEY_INVALID: { message: '<field>: <reason>' },
  KEY_OF_ADDRESS: { message: '<field>: this expression cannot use $approvalUrl or $callbackUrl' },
  KEY_OF_SECRET: { message: '<field>: this expression cannot use a secret' },
  LABEL_OF_SENSITIVE: { message: '<field>: a label cannot use the sensitive placeholder <placeholder>' },
  KEY_OF_SENSITIVE: { message: '<field>: a key cannot use the sensitive placeholder <placeholder>' },
  KEY_PART_COSTLY: {
    message:
      '<field>: the part at character <position> could take too long with text of <limit> characters. Simplify it',
  },
  KEY_PLACEHOLDER_UNKNOWN: { message: '<field>: no trigger produces the placeholder <placeholder>' },
  KEY_UNBOUNDED: {
    message: '<field>: <reason>. Use only paths, comparisons, joined strings and functions of bounded cost',
  },
  LISTS_TOO_DEEP: { message: '<field> must be within at most <limit> lists of objects' },
  MCP_NAME_RESERVED: { message: '<field>: the service itself has a tool with this name' },
  MCP_NAME_TAKEN: { message: '<field>: the published workflow <workflow> already has a tool with this name' },
  MCP_TRIGGERS: {
    message:
      '<field>: a tool needs exactly one trigger, or exactly one that has placeholders. This workflow has <given>',
  },
  NAME_UNKNOWN: { message: '<field>: there is no <name> here. The expression can read only <known>' },
  NOT_ABOVE: { message: '<field> must be more than <limit>' },
  NOT_ALLOWED: { message: '<field> must be one of <allowed>' },
  NOT_BELOW: { message: '<field> must be less than <limit>' },
  NUMBERS_TOO_LONG: {
    message: '<field> must have at most <limit> digits in numbers beyond 1e21 and below 1e-6, not <given>',
  },
  ON_LIMIT_CONFLICT: { message: '<field> must be queue in a workflow with <rule>' },
  PLACEHOLDER_FIELD_UNKNOWN: { message: 'The placeholder <placeholder> has no field <key>' },
  PLACEHOLDER_NAME_INVALID: {
    message:
      'The placeholder name <placeholder> must consist of letters, digits and _, and must not begin with a digit',
  },
  PLACEHOLDER_NAME_RESERVED: { message: 'The placeholder name <placeholder> is reserved' },
  PLACEHOLDER_NOT_AVAILABLE: {
    message:
      'The placeholder <placeholder> is not available here, because <producer> does not run before this component',
  },
  PLACEHOLDER_TWICE: { message: 'The placeholder <placeholder> is also produced by <producer>' },
  PLACEHOLDER_UNKNOWN: { message: 'There is no placeholder <placeholder>' },
  POOL_WITHOUT_EXECUTOR: {
    message: 'No executor of the pool <pool> has run for a day. Sessions wait until one starts',
  },
  PORT_UNKNOWN: { message: 'There is no port <port>. The ports are <ports>' },
  REQUIRED: { message: '<field> is required' },
  SECRET_UNKNOWN: { message: 'The organization has no secret <secret>' },
  SETTING_OFF: { message: '<field> is switched off, so the component <component> has no effect' },
  TABLE_UNKNOWN: { message: 'There is no table <table>' },
  TEMPLATES_TOO_LONG: {
    message: '<field> must have at most <limit> characters in templates and expressions, not <given>',
  },
  TEXT_WITHOUT_FIELDS: {
    message: 'The text <placeholder> has no field <key>. Read it with Parse JSON first',
  },
  TOO_FEW_FIELDS: { message: '<field> must have at least <limit> fields', one: '<field> must have at least 1 field' },
  TOO_FEW_ITEMS: { message: '<field> must have at least <limit> items', one: '<field> must have at least 1 item' },
  TOO_HIGH: { message: '<field> must be at most <limit>' },
  TOO_LONG: { message: '<field> must have at most <limit> characters' },
  TOO_LOW: { message: '<field> must be at least <limit>' },
  TOO_MANY_FIELDS: { message: '<field> must have at most <limit> fields', one: '<field> must have at most 1 field' },
  TOO_MANY_ITEMS: { message: '<field> must have at most <limit> items', one: '<field> must have at most 1 item' },
  TOO_MANY_TEMPLATES: { message: '<field> must have at most <limit> templates and expressions, not <given>' },
  TOO_MANY_TRIGGERS: { message: 'The workflow must have at most <limit> triggers of the type <type>, not <given>' },
  TOO_SHORT: { message: '<field> must have at least <limit> characters' },
  TRIGGER_UNANSWERED: { message: 'No Output runs after <component>. Add one that gives the answer' },
  WORKFLOW_CIRCLE: {
    message:
      'This workflow waits for <workflows>, which waits for this workflow. Workflows with flow.concurrency or ' +
      'flow.order must not wait for each other in a circle',
    separator: ', which waits for ',
  },
  WORKFLOW_COMPONENT_UNKNOWN: { message: 'The workflow <workflow> has no enabled component <component>' },
  WORKFLOW_NOT_PUBLISHED: {
    message: 'The workflow <workflow> is not published. Production sessions cannot start it until then',
  },
  WORKFLOW_UNKNOWN: { message: 'There is no workflow <id>' },
  WRONG_FORMAT: { message: '<field> must match <pattern>' },
  WRONG_TYPE: { message: '<field> must be <expected>', separator: ' or ' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The values of a message. `expected` is a JSON type or a format, such as `integer` or `uuid`, or a list of them. */
export type ProblemValues = Readonly<Record<string, string | number | readonly string[]>>;

type NamesIn<Message> = Message extends `${string}<${infer Name}>${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Exactly the values that the message of a code names. */
export type ValuesOf<Code extends ProblemCode> = {
  readonly [Name in NamesIn<(typeof PROBLEMS)[Code]['message']>]: ProblemValues[string];
};

/** The names of JSON types and formats in messages. */
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

/** Returns the message, such as `config.value is required`. A name without a value is left unchanged. */
export function problemMessage(code: ProblemCode, values: ProblemValues): string {
  return fill(code, templateOf(code, values), values);
}

/**
 * Returns the part of the message after its field, such as `is required`, or null if it does not begin with a field.
 */
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

/** One problem of a value: its code, the values of its message, and the message. */
export interface Wrong {
  code: ProblemCode;
  values: ProblemValues;
  message: string;
}

/** One problem of a field of a body. */
export interface FieldProblem extends Wrong {
  /** JSON pointer to the field within the body. */
  path: string;
}

/** Creates a problem from its code and the values of the code's message. */
export function wrong<Code extends ProblemCode>(code: Code, values: ValuesOf<Code>): Wrong {
  return { code, values, message: problemMessage(code, values) };
}
