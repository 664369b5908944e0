import { ADDRESS_FUNCTIONS, QUESTION_KINDS, type AddressName, type QuestionKind } from '@workflow/workflow-model';
import { KNOWN_FUNCTIONS } from './jsonata-functions.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { calls, pairs } from './syntax-node.ts';

/** A placeholder that an expression reads: its name, then names of fields as far as they are written out. */
export interface PlaceholderReference {
  path: string[];
  /** True when `$exists()` or `??` guards it. The expression then works without a value. */
  guarded: boolean;
}

export interface ExpressionReferences {
  references: PlaceholderReference[];
  /** Names passed to `$secret`. */
  secretNames: string[];
  /** Components named in `$callbackUrl` and `$approvalUrl`. */
  addresses: AddressName[];
  /** Undefined variables `$name`, and calls without a literal name of functions that take one. */
  problems: string[];
}

/** Finds everything that an expression reads. Names within later steps and filters of a path belong to an item. */
export function findReferences(ast: SyntaxNode): ExpressionReferences {
  const search = new ReferenceSearch(boundVariables(ast));
  search.visit(ast, true);
  return search.result();
}

/** Returns the names that the expression binds: by `:=`, as a function's parameters, by `@` and `#`. */
function boundVariables(ast: SyntaxNode): Set<string> {
  const names = new Set<string>();
  const open: unknown[] = [ast];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const node = next as SyntaxNode;
    if (node.type === 'bind') names.add(String((node.lhs as SyntaxNode).value));
    if (node.type === 'lambda') for (const parameter of node.arguments ?? []) names.add(String(parameter.value));
    if (node.type === 'index') names.add(String(node.value));
    if (typeof node.focus === 'string') names.add(node.focus);
    if (typeof node.index === 'string') names.add(node.index);
    open.push(...(Object.values(next) as unknown[]));
  }
  return names;
}

class ReferenceSearch {
  readonly #bound: ReadonlySet<string>;
  readonly #paths = new Map<string, string[]>();
  readonly #guards: string[][] = [];
  readonly #secretNames = new Set<string>();
  readonly #addresses = new Map<string, AddressName>();
  readonly #problems = new Set<string>();

  constructor(bound: ReadonlySet<string>) {
    this.#bound = bound;
  }

  result(): ExpressionReferences {
    const isGuarded = (path: string[]) => this.#guards.some((guard) => startsAlike(guard, path));
    return {
      references: [...this.#paths.values()].map((path) => ({ path, guarded: isGuarded(path) })),
      secretNames: [...this.#secretNames],
      addresses: [...this.#addresses.values()],
      problems: [...this.#problems],
    };
  }

  /** With `atRoot`, names are placeholders. Otherwise they are fields of an item. */
  visit(node: SyntaxNode | undefined, atRoot: boolean): void {
    if (node === undefined) return;
    if (node.type === 'path') this.#visitPath(node, atRoot);
    else if (node.type === 'variable') this.#checkVariable(node);
    else if (calls(node, 'exists')) this.#visitGuard(node, atRoot);
    else if (calls(node, 'secret')) this.#visitSecret(node);
    else if (addressKind(node) !== null) this.#visitAddress(node, addressKind(node) as QuestionKind);
    else if (node.type === 'transform') this.#visitAll([node.pattern, node.update, node.delete], false);
    else if (node.type === 'bind') this.visit(node.rhs, atRoot);
    else if (node.type === 'lambda') this.visit(node.body, atRoot);
    else this.#visitChildren(node, atRoot);
    this.#visitStages(node);
  }

  #visitAll(nodes: (SyntaxNode | undefined)[], atRoot: boolean): void {
    for (const node of nodes) this.visit(node, atRoot);
  }

  #visitChildren(node: SyntaxNode, atRoot: boolean): void {
    const left = Array.isArray(node.lhs) ? pairs(node.lhs) : [node.lhs];
    this.#visitAll([...left, node.rhs, node.expression, node.condition, node.then, node.else, node.procedure], atRoot);
    this.#visitAll([...(node.expressions ?? []), ...(node.arguments ?? [])], atRoot);
    for (const term of node.terms ?? []) this.visit(term.expression, false);
  }

  #visitStages(node: SyntaxNode): void {
    for (const stage of [...(node.stages ?? []), ...(node.predicate ?? [])]) this.visit(stage.expr, false);
    this.#visitAll(pairs(node.group?.lhs), false);
  }

  /** The first step has the path's context. Later steps are relative to an item, unless `@` retains the context. */
  #visitPath(path: SyntaxNode, pathAtRoot: boolean): void {
    let atRoot = pathAtRoot;
    let names: string[] | null = null;
    for (const [index, step] of (path.steps ?? []).entries()) {
      const isStart = index === 0 && isInput(step, atRoot);
      if (step.type === 'name' && atRoot && names === null) names = [];
      if (step.type === 'name') names?.push(String(step.value));
      else this.visit(step, atRoot);
      if (step.type === 'name') this.#visitStages(step);
      const goesOn = (isStart || step.type === 'name') && isPlain(step);
      if (!goesOn && names !== null) {
        this.#addPath(names);
        names = null;
      }
      atRoot = goesOn && isStart ? true : step.focus !== undefined && atRoot;
      if (names !== null) atRoot = false;
    }
    if (names !== null) this.#addPath(names);
  }

  #addPath(path: string[]): void {
    if (path.length > 0) this.#paths.set(JSON.stringify(path), path);
  }

  #visitGuard(node: SyntaxNode, atRoot: boolean): void {
    const within = new ReferenceSearch(this.#bound);
    for (const argument of node.arguments ?? []) within.visit(argument, atRoot);
    this.#guards.push(...within.#paths.values(), ...within.#guards);
    for (const path of within.#paths.values()) this.#addPath(path);
    for (const name of within.#secretNames) this.#secretNames.add(name);
    for (const [key, address] of within.#addresses) this.#addresses.set(key, address);
    for (const problem of within.#problems) this.#problems.add(problem);
  }

  #visitAddress(node: SyntaxNode, kind: QuestionKind): void {
    const name = literalName(node);
    const call = `$${ADDRESS_FUNCTIONS[kind]}`;
    if (name === null) this.#problems.add(`${call} takes the name of a component as one literal text: ${call}('name')`);
    else this.#addresses.set(`${kind} ${name}`, { kind, name });
  }

  #visitSecret(node: SyntaxNode): void {
    const name = literalName(node);
    if (name === null) this.#problems.add("$secret takes the name of a secret as one literal text: $secret('name')");
    else this.#secretNames.add(name);
  }

  #checkVariable(node: SyntaxNode): void {
    const name = String(node.value);
    if (name === 'secret') this.#problems.add("$secret must be called where it is named: $secret('name')");
    for (const [kind, known] of Object.entries(ADDRESS_FUNCTIONS))
      if (name === known) this.#problems.add(`$${name} must be called where the ${kind} is named: $${name}('name')`);
    if (name !== '' && name !== '$' && !this.#bound.has(name) && !KNOWN_FUNCTIONS.has(name))
      this.#problems.add(`$${name} is not defined`);
  }
}

function addressKind(node: SyntaxNode): QuestionKind | null {
  return QUESTION_KINDS.find((kind) => calls(node, ADDRESS_FUNCTIONS[kind])) ?? null;
}

/** Returns the only argument of a call when it is a literal text. Returns null for another argument or several. */
function literalName({ arguments: given = [] }: SyntaxNode): string | null {
  const [name] = given;
  return given.length === 1 && name?.type === 'string' && name.value !== '' ? String(name.value) : null;
}

/** Returns true for `$$`, and for `$` where it means the same. */
function isInput(step: SyntaxNode, atRoot: boolean): boolean {
  return step.type === 'variable' && (step.value === '$' || (step.value === '' && atRoot));
}

function isPlain(step: SyntaxNode): boolean {
  return step.stages === undefined && step.predicate === undefined && step.focus === undefined;
}

/**
 * Returns true when a guard on one path covers the other. A guard on `a.b` covers `a`, which exists when `a.b` does,
 * and `a.b.c`.
 */
function startsAlike(a: string[], b: string[]): boolean {
  const shorter = Math.min(a.length, b.length);
  return a.slice(0, shorter).every((name, index) => name === b[index]);
}
