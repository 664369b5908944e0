import { sendablePlaceholders } from '@workflow/components/descriptors';
import {
  fileIdOf,
  isJsonObject,
  itemShape,
  type Definition,
  type Field,
  type FileValue,
  type Json,
  type JsonObject,
  type ValueShape,
} from '@workflow/workflow-model';
import { printableKey } from '@workflow/placeholder-values';

/** A file among checked values. */
export interface NamedFile {
  fileId: string;
  /** The path in messages, such as `placeholderValues.order.papers[1]`. */
  path: string;
  /** Replaces the value by the stored file. */
  replace(file: FileValue): void;
}

/** Finds the files in checked values of a component's placeholders. */
export type FileFinder = (values: JsonObject) => NamedFile[];

/**
 * Compiles the search for files in the values that a caller sends to a component. Returns null if none of its
 * placeholders can contain a file.
 */
export function compileFileFinder(definition: Definition, componentId: string): FileFinder | null {
  const shapes = new Map<string, ValueShape>();
  addShapes(sendablePlaceholders(definition, componentId), '', shapes);
  if (shapes.size === 0) return null;
  return (values) => {
    const found: NamedFile[] = [];
    for (const key of Object.keys(values)) {
      const shape = shapes.get(key);
      if (shape !== undefined) find(values, key, shape, `placeholderValues.${printableKey(key)}`, found);
    }
    return found;
  };
}

/** Finds the files in a checked object with these fields, also within its lists and objects. */
export function findFilesIn(fields: readonly Field[], values: JsonObject): NamedFile[] {
  const found: NamedFile[] = [];
  for (const field of fields)
    if (Object.hasOwn(values, field.key) && holdsFiles(field))
      find(values, field.key, field, printableKey(field.key), found);
  return found;
}

/** Adds the dotted keys of files and of lists of files. */
function addShapes(fields: readonly Field[], prefix: string, shapes: Map<string, ValueShape>): void {
  for (const field of fields) {
    const key = prefix + field.key;
    if (field.type === 'OBJECT') addShapes(field.fields ?? [], `${key}.`, shapes);
    else if (holdsFiles(field)) shapes.set(key, field);
  }
}

function holdsFiles({ type, fields, items }: ValueShape): boolean {
  if (type === 'OBJECT') return (fields ?? []).some((field) => holdsFiles(field));
  return type === 'FILE' || (type === 'LIST' && holdsFiles(itemShape(items)));
}

function find(
  holder: JsonObject | Json[],
  key: string | number,
  shape: ValueShape,
  path: string,
  found: NamedFile[],
): void {
  const value = (holder as JsonObject)[key];
  if (shape.type === 'FILE') {
    const fileId = fileIdOf(value);
    if (fileId === null) return;
    found.push({ fileId, path, replace: (file) => void ((holder as JsonObject)[key] = file) });
  } else if (shape.type === 'LIST' && Array.isArray(value)) {
    const items = itemShape(shape.items);
    if (holdsFiles(items)) for (const index of value.keys()) find(value, index, items, `${path}[${index}]`, found);
  } else if (shape.type === 'OBJECT' && isJsonObject(value)) {
    for (const field of shape.fields ?? [])
      if (holdsFiles(field)) find(value, field.key, field, `${path}.${printableKey(field.key)}`, found);
  }
}
