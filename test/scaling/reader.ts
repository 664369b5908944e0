import type { Read } from './measure-growth.ts';

/** A function that reads foreign texts, with its file, its name and the maximum length of its input. */
export type Reader = readonly [file: string, name: string, maxLength: number, read: Read];

export const KIB = 1_024;
/** The length at which growth is visible, for readers whose texts are limited to megabytes. */
export const MEGABYTES = 64 * KIB;
