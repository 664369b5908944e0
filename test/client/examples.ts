/** A program in a doc comment, and what it belongs to. */
export interface Example {
  /** Of the function or method that the comment is of. */
  name: string;
  program: string;
}

const COMMENT = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:export function |readonly )?(\w+)/g;

/** The `@example` blocks of a source, each up to the next tag of its comment. */
export function examplesOf(source: string): Example[] {
  return [...source.matchAll(COMMENT)].flatMap(([, comment = '', name = '']) => {
    const [, program] = /@example\n([^]*?)(?=\n@\w|$)/.exec(comment.replaceAll(/^ *\* ?/gm, '')) ?? [];
    return program === undefined ? [] : [{ name, program: program.trim() }];
  });
}
