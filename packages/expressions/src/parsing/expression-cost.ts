import type { SyntaxNode } from './syntax-node.ts';
import { pairs } from './syntax-node.ts';

/** The size of a number, a name, a list or an object, in characters of text. */
export const SIZE_OF_NODE = 16;

/**
 * Maximum nanoseconds of one evaluation on the event loop, by the prices below. A machine of half the speed takes twice
 * as long. With ordinary values no expression reaches the limit.
 */
const MAX_WORK = 10_000_000;
/** Maximum size of a caller's value. */
const MAX_INPUT_SIZE = 2 ** 24;

/** The highest cost of evaluating an expression, for an input of a certain size. */
interface Cost {
  /** The size of the result (input-size.ts). */
  size: number;
  /** Nanoseconds for this node and all nodes below it. */
  work: number;
  /** True when the result is a text or nothing. Converting it to text does not change it. */
  isText: boolean;
}

/** The price of evaluating one node, without its work on its operands. JSONata awaits each node. */
const EVALUATION = 1_500;
/** The price of looking up a name in one item of a list. */
const LOOK_UP = 700;
/** The price per character of converting any other value to text. A control character takes six characters in JSON. */
const STRINGIFY = { factor: 6, price: 50 };
const JOIN_PRICE = 1;
const COMPARE_PRICE = 3;
/**
 * V8 searches for a text at every position of another one and compares up to its whole length there. `price` is
 * nanoseconds per character compared. A shorter search text has more positions, so `squared` is nanoseconds per square
 * of the searched text.
 */
const SEARCH = { price: 2, each: 0.4, squared: 0.09 };

interface FunctionCost {
  /** The length of the result per character of all arguments. It is 0 for a number, a truth value or a time. */
  factor: number;
  /** Nanoseconds per character of all arguments. */
  price: number;
  givesText?: true;
}

const CONSTANT: FunctionCost = { factor: 0, price: 1 };
const SCAN: FunctionCost = { factor: 0, price: 8 };
const ADDRESS: FunctionCost = { factor: 1, price: 1, givesText: true };
const TAKEN: FunctionCost = { factor: 1, price: 15 };

/** Costs measured with JSONata 2.2 on the worst texts and lists that were found for each function. */
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
  // Each character may become a separate item.
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
 * Returns the size of the largest input (input-size.ts) with which an expression of the kind `safe` may be evaluated on
 * an event loop, within a factor of two. Returns 0 if no input is small enough.
 */
export function largestInput(ast: SyntaxNode): number {
  let size = MAX_INPUT_SIZE;
  while (size >= SIZE_OF_NODE && costOf(ast, root(size)).work > MAX_WORK) size /= 2;
  return size >= SIZE_OF_NODE ? size : 0;
}

/**
 * Returns the position of the smallest part that alone costs too much with an input of this size, or null if no single
 * part does.
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

/** The context in which the first name of a node is looked up. */
interface Place {
  /** The size of the context. */
  context: number;
  /** True when the context is the object of all placeholders or one item, and not a list. */
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

/** Returns the cost of a value that may consist of all operands, for conditions, lists, objects and signs. */
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
 * Returns the cost of a step that is evaluated for each item of a value. Costs grow at least in proportion to their
 * input. All items together therefore cost as much as one item of the whole size, and each item adds the cost of an
 * empty one.
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

/** Adds the cost of the filters after a node. They return items of their input. */
function filtered(node: SyntaxNode, value: Cost): Cost {
  let { work } = value;
  for (const { expr } of [...(node.stages ?? []), ...(node.predicate ?? [])])
    if (expr !== undefined && expr.type !== 'number') work = forEach(expr, { ...value, work }).work;
  return { ...value, work: work + value.size };
}

/** Returns the cost of arithmetic and comparisons, whose result is one small value. */
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
  // Functions that lack an argument use their context.
  const taken = [...given, { size: place.context, work: 0, isText: false }];
  if (name === 'string' && given.length < 2) return asText(given[0] ?? (taken[0] as Cost));
  const { size, work } = total(given.length === 0 ? taken : given);
  const read = size + (given.length === 1 && SEARCHES.has(name) ? place.context : 0);
  const searched = SEARCHES.has(name) ? searchWork(given, place) : 0;
  // Indented text is moved once for each level of a value.
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

/** Returns the cost of a search. With one argument the context is searched. */
function searchWork(given: readonly Cost[], place: Place): number {
  const within = given.length > 1 ? (given[0]?.size ?? 0) : place.context;
  const sought = (given.length > 1 ? given[1] : given[0])?.size ?? 0;
  return within * (SEARCH.price + Math.min(sought * SEARCH.each, within * SEARCH.squared));
}

/** Returns the child nodes of a node, in the order in which they are written. */
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
