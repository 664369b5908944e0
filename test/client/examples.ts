/** A program in a doc comment and the name of the documented function. */
export interface Example {
  /** The name of the function or method. */
  name: string;
  program: string;
}

const COMMENT = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:export function |readonly )?(\w+)/g;

/** Returns the `@example` blocks of a source. Each ends at the next tag of its comment. */
export function examplesOf(source: string): Example[] {
  return [...source.matchAll(COMMENT)].flatMap(([, comment = '', name = '']) => {
    const [, program] = /@example\n([^]*?)(?=\n@\w|$)/.exec(comment.replaceAll(/^ *\* ?/gm, '')) ?? [];
    return program === undefined ? [] : [{ name, program: program.trim() }];
  });
}
