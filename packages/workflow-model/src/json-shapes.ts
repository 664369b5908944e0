/**
 * The maximum number of distinct beginnings of objects in the JSON text of one result. Each costs the parser, and later
 * code, a microsecond or two. Text, lists, and objects of a few kinds cost very little.
 */
export const MAX_JSON_SHAPES = 100_000;

/**
 * The maximum number of lists and objects of one result, including empty ones. 3,000,000 of them take half a second to
 * parse.
 */
export const MAX_JSON_CONTAINERS = 1_000_000;

/** The problem of a text for which `hasTooManyShapes` is true. It follows the name of the text. */
export const TOO_MANY_SHAPES =
  `has more than ${MAX_JSON_SHAPES} different names of members, or orders of names, or more than ` +
  `${MAX_JSON_CONTAINERS} lists and objects`;

/** The limits of JSON texts in total. */
export interface JsonShapeLimits {
  /** The maximum number of distinct beginnings of objects. */
  shapes: number;
  /** The maximum number of lists and objects, including empty ones. */
  containers: number;
  /** The length below which a text is not counted, because it cannot have many. */
  uncounted: number;
}

const LIMITS_OF_RESULTS: JsonShapeLimits = {
  shapes: MAX_JSON_SHAPES,
  containers: MAX_JSON_CONTAINERS,
  uncounted: 1_048_576,
};

/** The size of the hash table. Two beginnings with the same hash count as one: fewer than a tenth at the limit. */
const PLACES = 1 << 20;
/** A random seed for each process, so that nobody can choose colliding names. */
const SEED = Math.trunc(Math.random() * 0x7f_ff_ff_ff);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const LAST_WHITE_SPACE = 0x20;

/**
 * Returns true if parsing a JSON text costs much more than its length suggests: one object with very many names, very
 * many objects with different names, or very many lists and objects. It counts each beginning of an object (the names
 * up to one of them, in their order) once, and takes less time than parsing. The result for text that is not JSON is
 * undefined.
 */
export function hasTooManyShapes(json: string, limits: Partial<JsonShapeLimits> = {}): boolean {
  return new JsonShapes(limits).add(json);
}

/** Counts for `hasTooManyShapes` over several JSON texts, such as the parts of a list. */
export class JsonShapes {
  readonly #limits: JsonShapeLimits;
  /** Texts that together cannot have many yet. */
  #uncounted: string[] = [];
  #characters = 0;
  #shapes = 0;
  #containers = 0;
  #seen: Uint8Array | undefined;

  constructor(limits: Partial<JsonShapeLimits> = {}) {
    this.#limits = { ...LIMITS_OF_RESULTS, ...limits };
  }

  /** Adds a text. Returns true if all added texts together have too many. */
  add(json: string): boolean {
    this.#characters += json.length;
    this.#uncounted.push(json);
    if (this.#characters < this.#limits.uncounted) return false;
    const texts = this.#uncounted;
    this.#uncounted = [];
    return texts.some((text) => this.#count(text));
  }

  #count(json: string): boolean {
    const { shapes, containers } = this.#limits;
    this.#seen ??= new Uint8Array(PLACES >> 3);
    const seen = this.#seen;
    const outside: number[] = [];
    let names = SEED;
    for (let at = 0; at < json.length; at += 1) {
      const code = json.codePointAt(at);
      if (code === OPEN || code === OPEN_LIST) {
        this.#containers += 1;
        if (this.#containers > containers) return true;
      }
      if (code === OPEN) {
        outside.push(names);
        names = SEED;
      } else if (code === CLOSE) names = outside.pop() ?? SEED;
      if (code !== QUOTE) continue;
      const begin = at + 1;
      at = endOfString(json, begin);
      if (!isName(json, at)) continue;
      names = hashOn(names, json, begin, at);
      const place = (names >>> 3) & (PLACES - 1);
      const bit = 1 << (place & 7);
      if (((seen[place >> 3] as number) & bit) !== 0) continue;
      seen[place >> 3] = (seen[place >> 3] as number) | bit;
      this.#shapes += 1;
      if (this.#shapes > shapes) return true;
    }
    return false;
  }
}

/** Returns the index of the quote that ends a string, or the end of the text. */
function endOfString(json: string, begin: number): number {
  for (let at = begin; at < json.length; at += 1) {
    const code = json.codePointAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return json.length;
}

function isName(json: string, quoteAt: number): boolean {
  let at = quoteAt + 1;
  while ((json.codePointAt(at) ?? Infinity) <= LAST_WHITE_SPACE) at += 1;
  return json.codePointAt(at) === COLON;
}

/** Hashes with FNV-1a, and a last step that spreads the result over all bits. */
function hashOn(start: number, text: string, begin: number, end: number): number {
  let hash = start;
  for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ (text.codePointAt(at) as number), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return hash ^ (hash >>> 13);
}
