import { isObject } from '../is-object.ts';
import { LeftOut, SourceRefused } from '../schemas/left-out.ts';

/** Maximum number of references that lead to each other. */
const MAX_CHAIN = 20;

/** Follows the references of a document. */
export class References {
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /**
   * Returns the target of a reference within the document.
   * @throws SourceRefused for a reference to another document, LeftOut for a reference without a target
   */
  find(ref: string): unknown {
    if (!ref.startsWith('#'))
      throw new SourceRefused(`The reference ${ref.slice(0, 200)} leads to another document. Use one document`);
    if (!/^#(?:\/|$)/.test(ref)) throw new LeftOut(`the reference ${ref.slice(0, 200)} leads to nothing`);
    let target: unknown = this.#document;
    for (const segment of ref
      .slice(1)
      .split('/')
      .filter((_, index) => index > 0)) {
      const key = decode(segment).replaceAll('~1', '/').replaceAll('~0', '~');
      const has = typeof target === 'object' && target !== null && Object.hasOwn(target, key);
      if (!has) throw new LeftOut(`the reference ${ref.slice(0, 200)} leads to nothing`);
      target = (target as Record<string, unknown>)[key];
    }
    return target;
  }

  /** Returns an object, or the object that its reference leads to. @throws as `find` */
  resolve(value: unknown): Record<string, unknown> {
    let target = value;
    for (let steps = 0; isObject(target) && typeof target['$ref'] === 'string'; steps += 1) {
      if (steps === MAX_CHAIN) throw new LeftOut(`the reference ${target['$ref'].slice(0, 200)} leads to itself`);
      target = this.find(target['$ref']);
    }
    return isObject(target) ? target : {};
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
