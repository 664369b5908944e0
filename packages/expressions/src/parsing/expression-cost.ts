import type { SyntaxNode } from './syntax-node.ts';
import { pairs } from './syntax-node.ts';

/** The size of a number, a name, a list or an object, in characters of text. */
export const SIZE_OF_NODE = 16;

/**
 * Nanoseconds that one evaluation may take on the event loop, by the prices below. A machine of half the speed takes
 * twice as long, and no expression comes near its bound on ordinary values.
 */
const MAX_WORK = 10_000_000;
/** No caller's value is larger. */
const MAX_INPUT_SIZE = 2 ** 24;

/** What evaluating an expression gives at most, for an input of a certain size. */
interface Cost {
  /** Of the result (input-size.ts). */
  size: number;
  /** Nanoseconds, of this node and all below. */
  work: number;
  /** The result is a text or nothing: made into text again it stays as it is. */
  isText: boolean;
}

/** The price of evaluating one node, without what it does with its operands. JSONata awaits each. */
const EVALUATION = 1_500;
/** The price of looking up a name in one item of a list. */
const LOOK_UP = 700;
/** Making text of anything but a text, per character of it. A control character takes six in JSON. */
const STRINGIFY = { factor: 6, price: 50 };
const JOIN_PRICE = 1;
const COMPARE_PRICE = 3;
/**
 * V8 looks for a text at every place of another and compares up to its whole length there: nanoseconds per character
 * compared, and, since the longer the sought text is the fewer places there are, per square of the searched text.
 */
const SEARCH = { price: 2, each: 0.4, squared: 0.09 };

interface FunctionCost {
  /** Result per character of all arguments; 0: a number, a truth value or a time. */
  factor: number;
  /** Nanoseconds per character of all arguments. */
  price: number;
  givesText?: true;
}

const CONSTANT: FunctionCost = { factor: 0, price: 1 };
const SCAN: FunctionCost = { factor: 0, price: 8 };
const ADDRESS: FunctionCost = { factor: 1, price: 1, givesText: true };
const TAKEN: FunctionCost = { factor: 1, price: 15 };

/** Measured with JSONata 2.2 on the worst texts and lists that were found for each. */
const FUNCTION_COSTS: Readonly<Record<string, FunctionCost>> = {
  abs: CONSTANT,
  append: TAKEN,
  approvalUrl: ADDRESS,
  average: SCAN,
  base64encode: { factor: 2, price: 5, givesText: true },
  boolean: SCAN,
  callbackUrl: ADDRESS,
  ceil: CONSTANT,
  contains: CONSTANT,
  count: CONSTANT,
  encodeUrlComponent: { factor: 9, price: 40, givesText: true },
  exists: CONSTANT,
  floor: CONSTANT,
  keys: TAKEN,
  length: { factor: 0, price: 40 },
  lookup: TAKEN,
  lowercase: { factor: 3, price: 5, givesText: true },
  max: SCAN,
  merge: TAKEN,
  millis: CONSTANT,
  min: SCAN,
  not: SCAN,
  now: { factor: 0, price: 1, givesText: true },
  number: SCAN,
  power: CONSTANT,
  random: CONSTANT,
  raw: { factor: 1, price: 1 },
  reverse: TAKEN,
  round: CONSTANT,
  secret: { factor: 1, price: 1, givesText: true },
  // Each character may become an item of its own.
  split: { factor: 1 + SIZE_OF_NODE, price: 15 },
  sqrt: CONSTANT,
  substring: { factor: 1, price: 40, givesText: true },
  substringAfter: { factor: 1, price: 1, givesText: true },
  substringBefore: { factor: 1, price: 1, givesText: true },
  sum: SCAN,
  trim: { factor: 1, price: 40, givesText: true },
  type: { factor: 0, price: 1, givesText: true },
  uppercase: { factor: 3, price: 5, givesText: true },
};
const SEARCHES: ReadonlySet<string> = new Set(['contains', 'split', 'substringAfter', 'substringBefore']);
/** The value of a secret counts as this many characters. */
const SECRET_SIZE = 65_536;
/** An address counts as this many characters. */
const ADDRESS_SIZE = 1_024;
const MORE_THAN_READ: Readonly<Record<string, number>> = {
  secret: SECRET_SIZE,
  callbackUrl: ADDRESS_SIZE,
  approvalUrl: ADDRESS_SIZE,
};

/**
 * The size of the largest input (input-size.ts) over which an expression of the kind `safe` may be evaluated on an
 * event loop, within a factor of two. 0: not even over small ones.
 */
export function largestInput(ast: SyntaxNode): number {
  let size = MAX_INPUT_SIZE;
  while (size >= SIZE_OF_NODE && costOf(ast, root(size)).work > MAX_WORK) size /= 2;
  return size >= SIZE_OF_NODE ? size : 0;
}

/**
 * Where in the expression the smallest part begins that alone does too much with an input of this size; null when no
 * single part does.
 */
export function costliestPosition(ast: SyntaxNode, inputSize: number): number | null {
  let position: number | null = null;
  let within: SyntaxNode | undefined = ast;
  while (within !== undefined) {
    position = within.position ?? position;
    within = operands(within).find((operand) => costOf(operand, root(inputSize)).work > MAX_WORK);
  }
  return position;
}

/** Where a node stands: what names without anything before them are looked up in. */
interface Place {
  /** Size of that value. */
  context: number;
  /** It is the object of all placeholders, or one item, and not a list. */
  isOne: boolean;
}

function root(size: number): Place {
  return { context: size, isOne: true };
}

function itemsOf(size: number): number {
  return 1 + size / SIZE_OF_NODE;
}

function costOf(node: SyntaxNode, place: Place): Cost {
  const cost = filtered(node, bare(node, place));
  return { ...cost, work: cost.work + EVALUATION };
}

function bare(node: SyntaxNode, place: Place): Cost {
  switch (node.type) {
    case 'string':
      return { size: String(node.value).length + SIZE_OF_NODE, work: 0, isText: true };
    case 'number':
    case 'value':
      return { size: 2 * SIZE_OF_NODE, work: 0, isText: false };
    case 'variable':
      return { size: place.context + SIZE_OF_NODE, work: 0, isText: false };
    case 'path':
      return pathCost(node.steps ?? [], place);
    case 'binary':
      return binaryCost(node, place);
    case 'function':
      return callCost(node, place);
    case 'block': {
      const [only] = node.expressions ?? [];
      return only === undefined ? NOTHING : costOf(only, place);
    }
    default:
      return total(operands(node).map((operand) => costOf(operand, place)));
  }
}

const NOTHING: Cost = { size: 0, work: 0, isText: false };

/** Of a value that may consist of all operands: conditions, lists, objects, signs. */
function total(costs: readonly Cost[]): Cost {
  const size = costs.reduce((sum, cost) => sum + cost.size, SIZE_OF_NODE);
  return { size, work: costs.reduce((sum, cost) => sum + cost.work, size), isText: false };
}

function pathCost(steps: readonly SyntaxNode[], place: Place): Cost {
  let value: Cost = { size: place.context, work: 0, isText: false };
  for (const [index, step] of steps.entries()) {
    const isFirst = index === 0;
    if (step.type === 'name') {
      const looked = isFirst && place.isOne ? 1 : itemsOf(value.size);
      value = filtered(step, { ...value, work: value.work + LOOK_UP * looked });
    } else if (isFirst) value = costOf(step, place);
    else value = forEach(step, value);
  }
  return { ...value, isText: false, size: value.size + SIZE_OF_NODE };
}

/**
 * A step that is evaluated for each item of a value. Costs grow at least in proportion to their input, so all items
 * together cost what one item of the whole size does, and what each costs when it is empty.
 */
function forEach(step: SyntaxNode, value: Cost): Cost {
  const whole = costOf(step, { context: value.size, isOne: true });
  const each = costOf(step, { context: SIZE_OF_NODE, isOne: true });
  const items = itemsOf(value.size);
  return {
    size: whole.size + items * (each.size + SIZE_OF_NODE),
    work: value.work + whole.work + items * each.work,
    isText: false,
  };
}

/** With the filters behind a node. They give items of what they are given. */
function filtered(node: SyntaxNode, value: Cost): Cost {
  let { work } = value;
  for (const { expr } of [...(node.stages ?? []), ...(node.predicate ?? [])])
    if (expr !== undefined && expr.type !== 'number') work = forEach(expr, { ...value, work }).work;
  return { ...value, work: work + value.size };
}

/** Number arithmetic and comparisons give one small value. */
function binaryCost(node: SyntaxNode, place: Place): Cost {
  const sides = operands(node).map((side) => costOf(side, place));
  const work = sides.reduce((sum, side) => sum + side.work + side.size * COMPARE_PRICE, 0);
  if (node.value !== '&') return { size: 2 * SIZE_OF_NODE, work, isText: false };
  const texts = sides.map((side) => asText(side));
  const size = texts.reduce((sum, text) => sum + text.size, 0);
  return { size, work: texts.reduce((sum, text) => sum + text.work, size * JOIN_PRICE), isText: true };
}

function asText(cost: Cost): Cost {
  if (cost.isText) return cost;
  return { size: cost.size * STRINGIFY.factor, work: cost.work + cost.size * STRINGIFY.price, isText: true };
}

function callCost(node: SyntaxNode, place: Place): Cost {
  const name = String(node.procedure?.value);
  const given = operands(node).map((argument) => costOf(argument, place));
  // Functions that lack an argument take their context.
  const taken = [...given, { size: place.context, work: 0, isText: false }];
  if (name === 'string' && given.length < 2) return asText(given[0] ?? (taken[0] as Cost));
  const { size, work } = total(given.length === 0 ? taken : given);
  const read = size + (given.length === 1 && SEARCHES.has(name) ? place.context : 0);
  const searched = SEARCHES.has(name) ? searchWork(given, place) : 0;
  // Indented: each level of a value moves all within it.
  if (name === 'string') return { size: read * read, work: work + read * read, isText: true };
  const known = FUNCTION_COSTS[name];
  if (known === undefined) return { size: Infinity, work: Infinity, isText: false };
  const more = MORE_THAN_READ[name] ?? 0;
  return {
    size: (read + more) * known.factor + 2 * SIZE_OF_NODE,
    work:
      work +
      searched +
      read * known.price +
      (name === 'lookup' && given.length === 1 ? place.context * known.price : 0),
    isText: known.givesText === true,
  };
}

/** With one argument the context is searched. */
function searchWork(given: readonly Cost[], place: Place): number {
  const within = given.length > 1 ? (given[0]?.size ?? 0) : place.context;
  const sought = (given.length > 1 ? given[1] : given[0])?.size ?? 0;
  return within * (SEARCH.price + Math.min(sought * SEARCH.each, within * SEARCH.squared));
}

/** The nodes of which a node is made, in the order in which they are written. */
function operands(node: SyntaxNode): SyntaxNode[] {
  const nodes = [
    node.expression,
    node.condition,
    node.then,
    node.else,
    ...(Array.isArray(node.lhs) ? pairs(node.lhs) : [node.lhs, node.rhs]),
    ...(node.expressions ?? []),
    ...(node.arguments ?? []),
  ];
  return nodes.filter((each) => each !== undefined);
}
