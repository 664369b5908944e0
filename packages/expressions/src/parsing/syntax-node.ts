/** A node of JSONata's syntax tree as its parser produces it. JSONata's own types omit half of it. */
export interface SyntaxNode {
  type: string;
  value?: unknown;
  position?: number;
  steps?: SyntaxNode[];
  /** Filters and index bindings of a path step, and filters of other nodes. */
  stages?: SyntaxNode[];
  predicate?: SyntaxNode[];
  /** Names that `@$name` and `#$name` bind after a path step. */
  focus?: string;
  index?: string;
  tuple?: boolean;
  keepArray?: boolean;
  keepSingletonArray?: boolean;
  /** The group `{key: value}` after a path. */
  group?: { lhs: [SyntaxNode, SyntaxNode][] };
  expr?: SyntaxNode;
  expression?: SyntaxNode;
  expressions?: SyntaxNode[];
  terms?: { expression: SyntaxNode }[];
  arguments?: SyntaxNode[];
  procedure?: SyntaxNode;
  body?: SyntaxNode;
  condition?: SyntaxNode;
  then?: SyntaxNode;
  else?: SyntaxNode;
  /** The pairs of an object constructor. */
  lhs?: SyntaxNode | [SyntaxNode, SyntaxNode][];
  rhs?: SyntaxNode;
  pattern?: SyntaxNode;
  update?: SyntaxNode;
  delete?: SyntaxNode;
}

/** Returns true when a node calls the function `$name`. */
export function calls(node: SyntaxNode, name: string): boolean {
  return node.type === 'function' && node.procedure?.type === 'variable' && node.procedure.value === name;
}

/** Returns the key and value nodes of an object constructor or a group-by. */
export function pairs(lhs: SyntaxNode['lhs']): SyntaxNode[] {
  return Array.isArray(lhs) ? lhs.flat() : [];
}
