type Colour = 'green' | 'cyan' | 'magenta' | 'yellow' | 'red' | 'bold' | 'dim';

const CODES: Record<Colour, number> = { green: 32, cyan: 36, magenta: 35, yellow: 33, red: 31, bold: 1, dim: 2 };
const NAME_WIDTH = 8;

/** Writes lines for people. Each starts with the coloured name of its source. */
export interface Terminal {
  paint(colour: Colour, text: string): string;
  line(name: string, colour: Colour, text: string): void;
  print(text: string): void;
}

export function createTerminal(output: { write(text: string): unknown }, colours: boolean): Terminal {
  const paint = (colour: Colour, text: string): string => (colours ? `\u001B[${CODES[colour]}m${text}\u001B[0m` : text);
  return {
    paint,
    line: (name, colour, text) =>
      void output.write(`${paint(colour, name.padEnd(NAME_WIDTH))} ${paint('dim', '│')} ${text}\n`),
    print: (text) => void output.write(`${text}\n`),
  };
}
