/** The data that a server sends, in the turns in which it answers. `null` ends the connection. */
export type Turns = (Buffer | null)[][];

type Mutate = (bytes: Buffer, at: number, random: () => number) => (Buffer | null)[];

const MAX_SLICE = 24;

const sliceEnd = (bytes: Buffer, at: number, random: () => number): number =>
  Math.min(bytes.length, at + 1 + Math.floor(random() * MAX_SLICE));

/** Each mutation changes the bytes of one turn at one place. */
const MUTATIONS: Readonly<Record<string, Mutate>> = {
  'cut and closed': (bytes, at) => [bytes.subarray(0, at), null],
  'cut and silent': (bytes, at) => [bytes.subarray(0, at)],
  'repeated slice': (bytes, at, random) => {
    const end = sliceEnd(bytes, at, random);
    return [Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])];
  },
  'repeated turn': (bytes) => [Buffer.concat([bytes, bytes])],
  'missing slice': (bytes, at, random) => [
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(sliceEnd(bytes, at, random))]),
  ],
  'changed bit': (bytes, at, random) => [changed(bytes, at, (byte) => byte ^ (1 << Math.floor(random() * 8)))],
  'changed byte': (bytes, at, random) => [changed(bytes, at, () => Math.floor(random() * 256))],
  'zero byte': (bytes, at) => [changed(bytes, at, () => 0)],
  'largest byte': (bytes, at) => [changed(bytes, at, () => 255)],
  'added bytes': (bytes, at, random) => {
    const added = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 256)));
    return [Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])];
  },
  'byte by byte': (bytes) => Array.from(bytes, (byte) => Buffer.of(byte)),
  'late rest': (bytes, at) => [bytes.subarray(0, at), bytes.subarray(at)],
};

function changed(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = change(copy[at] as number) & 0xff;
  return copy;
}

/** Changes one place of a conversation, and returns a description of it. */
export function mutated(turns: readonly Buffer[], random: () => number): { turns: Turns; what: string } {
  const lengths = turns.map((turn) => turn.length);
  let place = Math.floor(random() * lengths.reduce((sum, length) => sum + length, 0));
  let turn = 0;
  while (place >= (lengths[turn] as number)) {
    place -= lengths[turn] as number;
    turn += 1;
  }
  const names = Object.keys(MUTATIONS);
  const name = names[Math.floor(random() * names.length)] as string;
  const mutate = MUTATIONS[name] as Mutate;
  return {
    what: `${name} at byte ${place} of turn ${turn}`,
    turns: turns.map((bytes, index) => (index === turn ? mutate(bytes, place, random) : [bytes])),
  };
}
