import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { ServedFile } from '../http/answers/answer-file.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** Vite writes files with a hash of eight characters in their names to `assets/`. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;

/**
 * Reads the files of a folder once, by URL path. They are a few megabytes, and are served without reading the disk.
 * Returns an empty map if the folder does not exist.
 */
export function loadFiles(folder: string): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>();
  for (const path of pathsIn(folder)) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const urlPath = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(urlPath, loadFile(path, type, HASHED.test(urlPath)));
  }
  return files;
}

function loadFile(path: string, type: string, immutable: boolean): ServedFile {
  const bytes = readFileSync(path);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const br = readIfThere(`${path}.br`);
  const gzip = readIfThere(`${path}.gz`);
  return { type, bytes, etag, immutable, ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) };
}

function pathsIn(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readIfThere(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path);
}
