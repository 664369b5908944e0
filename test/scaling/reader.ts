import type { Read } from './measure-growth.ts';

/** Something that reads a text of others: the file that it is in, its name, the most characters it is given, and it. */
export type Reader = readonly [file: string, name: string, maxLength: number, read: Read];

export const KIB = 1_024;
/** For readers whose texts are limited in megabytes: growth shows at this length. */
export const MEGABYTES = 64 * KIB;
