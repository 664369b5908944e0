/** Every format, with the directions that it supports. */
export const DIRECTIONS = {
  csv: ['read', 'write'],
  xml: ['read', 'write'],
  html: ['read'],
  json: ['read', 'write'],
  yaml: ['read', 'write'],
  base64: ['read', 'write'],
  url: ['read', 'write'],
  markdown: ['write'],
  date: ['read', 'write'],
} as const;

export type FormatName = keyof typeof DIRECTIONS;
export const FORMATS = Object.keys(DIRECTIONS) as FormatName[];

/** The media types of files in each format. */
export const CONTENT_TYPES: Readonly<Record<FormatName, string>> = {
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  yaml: 'application/yaml',
  base64: 'text/plain; charset=utf-8',
  url: 'text/plain; charset=utf-8',
  markdown: 'text/html; charset=utf-8',
  date: 'text/plain; charset=utf-8',
};
