import { isJsonObject, objectOrEmpty, setOwn, type Json, type JsonObject } from '@workflow/workflow-model';
import type { Path } from './paths.ts';

/** A copy of an item whose fields are set and removed. Each object or list on the path is copied once. */
export class ItemCopy {
  readonly #owned = new Set<object>();
  /** The number of copied entries. */
  entries = 0;
  value: Json;

  constructor(item: Json) {
    this.value = item;
  }

  /** Sets the value at a field, and creates missing objects on the path. */
  set(field: string, path: Path, value: Json): void {
    const isWhole = isJsonObject(this.value) && Object.hasOwn(this.value, field);
    this.value = this.#replaced(this.value, isWhole ? [field] : path, 0, value);
  }

  #replaced(holder: Json | undefined, path: Path, at: number, value: Json): Json {
    const name = path[at];
    if (name === undefined) return value;
    if (Array.isArray(holder) && /^\d+$/.test(name) && Number(name) < holder.length) {
      const list = this.#own(holder) as Json[];
      list[Number(name)] = this.#replaced(list[Number(name)], path, at + 1, value);
      return list;
    }
    const object = this.#own(objectOrEmpty(holder)) as JsonObject;
    const before = Object.hasOwn(object, name) ? object[name] : undefined;
    setOwn(object, name, this.#replaced(before, path, at + 1, value));
    return object;
  }

  /** Removes a field if it exists. */
  remove(field: string, path: Path): void {
    this.value = this.#without(this.value, field, path);
  }

  #without(item: Json, field: string, path: Path): Json {
    if (!isJsonObject(item)) return item;
    const [name = '', ...rest] = Object.hasOwn(item, field) ? [field] : path;
    if (!Object.hasOwn(item, name)) return item;
    const object = this.#own(item) as JsonObject;
    if (rest.length > 0) setOwn(object, name, this.#without(object[name] as Json, rest.join('.'), rest));
    else Reflect.deleteProperty(object, name);
    return object;
  }

  /** Returns the object itself if it is already a copy. */
  #own(holder: Json[] | JsonObject): Json[] | JsonObject {
    if (this.#owned.has(holder)) return holder;
    const copy = Array.isArray(holder) ? [...holder] : { ...holder };
    this.entries += Array.isArray(holder) ? holder.length : Object.keys(holder).length;
    this.#owned.add(copy);
    return copy;
  }
}
