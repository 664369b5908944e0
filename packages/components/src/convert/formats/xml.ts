import type { Format } from './format.ts';
import { readXml } from './read-xml.ts';
import { writeXml } from './write-xml.ts';

export const xml: Format = { read: readXml, write: writeXml };
