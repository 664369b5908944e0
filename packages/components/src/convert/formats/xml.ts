import type { Format } from './format.ts';
import { TextRoom } from './text-room.ts';
import { readXml } from './read-xml.ts';
import { writeXml } from './write-xml.ts';

export const xml: Format = {
  read: readXml,
  write(value, { maxBytes }) {
    new TextRoom(maxBytes).takeIndents(value);
    return writeXml(value);
  },
};
