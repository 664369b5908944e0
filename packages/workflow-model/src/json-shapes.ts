/**
 * Distinct beginnings of objects that the JSON text of one result may have. Each costs the parser, and whoever goes
 * over the value afterwards, a microsecond or two; text, lists, and objects of few kinds cost next to nothing.
 */
export const MAX_JSON_SHAPES = 100_000;

/** Lists and objects of one result, empty ones too: 3,000,000 of them take half a second to parse. */
export const MAX_JSON_CONTAINERS = 1_000_000;

/** What is wrong with a text that `hasTooManyShapes`, after its name. */
export const TOO_MANY_SHAPES =
  `has more than ${MAX_JSON_SHAPES} different names of members, or orders of names, or more than ` +
  `${MAX_JSON_CONTAINERS} lists and objects`;

/** How much JSON texts may have together. */
export interface JsonShapeLimits {
  /** Distinct beginnings of objects. */
  shapes: number;
  /** Lists and objects, empty ones too. */
  containers: number;
  /** Characters of texts that are not counted: so short ones cannot have many. */
  uncounted: number;
}

const LIMITS_OF_RESULTS: JsonShapeLimits = {
  shapes: MAX_JSON_SHAPES,
  containers: MAX_JSON_CONTAINERS,
  uncounted: 1_048_576,
};

/** Two beginnings in one of so many places count as one: fewer than a tenth at the limit. */
const PLACES = 1 << 20;
/** Different in each process, so that nobody chooses names that share places. */
const SEED = Math.trunc(Math.random() * 0x7f_ff_ff_ff);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const LAST_WHITE_SPACE = 0x20;

/**
 * Whether parsing a JSON text costs much more than its length: one object of very many names, very many objects of
 * different names, or very many lists and objects, whatever is in them. Counts each beginning of an object (the names
 * up to one of them, in their order) once. Takes less time than parsing does. What is not JSON may be judged either
 * way.
 */
export function hasTooManyShapes(json: string, limits: Partial<JsonShapeLimits> = {}): boolean {
  return new JsonShapes(limits).add(json);
}

/** Counts for `hasTooManyShapes` what JSON texts have together, such as the parts of a list. */
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

  /** Whether it has too many, with all that were added before. */
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

/** Where the quote that ends a string is; the end of the text without one. */
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

/** FNV-1a, and a last step that spreads it over all bits. */
function hashOn(start: number, text: string, begin: number, end: number): number {
  let hash = start;
  for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ (text.codePointAt(at) as number), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return hash ^ (hash >>> 13);
}
