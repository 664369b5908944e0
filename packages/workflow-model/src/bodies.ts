import type { Component, Definition } from './definition.ts';

/** A component in the loop of another one. */
export type InnerComponent = Component & { within: string };

/** Returns true if the component is in the loop of another one. */
export function isInner(component: Component): component is InnerComponent {
  return component.within !== undefined;
}

/**
 * Returns the enabled components with which loops begin: no connection of their loop leads to them. Linear in the size
 * of the definition.
 */
export function beginningsOfBodies({ components, connections }: Definition): InnerComponent[] {
  const inner = components.filter(isInner);
  if (inner.length === 0) return [];
  const bodyOf = new Map(inner.map(({ id, within }) => [id, within]));
  const following = new Set(connections.flatMap(({ from, to }) => (bodyOf.get(from) === bodyOf.get(to) ? [to] : [])));
  return inner.filter(({ id, disabled }) => disabled !== true && !following.has(id));
}

/** Returns the id of the component at which each item of a loop begins, or null if the loop has none or several. */
export function beginningOfBody(definition: Definition, componentId: string): string | null {
  const [first, ...others] = beginningsOfBodies(definition).filter(({ within }) => within === componentId);
  return first === undefined || others.length > 0 ? null : first.id;
}

/** Returns the components whose loops contain the component, the innermost first. Stops at cycles. */
export function enclosingComponents(byId: ReadonlyMap<string, Component>, component: Component): Component[] {
  const enclosing: Component[] = [];
  const seen = new Set([component.id]);
  for (let id = component.within; id !== undefined && !seen.has(id); id = byId.get(id)?.within) {
    seen.add(id);
    const outer = byId.get(id);
    if (outer !== undefined) enclosing.push(outer);
  }
  return enclosing;
}

/** Returns the components in the loops of these components, at any depth. */
export function withinBodiesOf({ components }: Definition, ids: ReadonlySet<string>): Component[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  return components.filter(
    (component) => isInner(component) && enclosingComponents(byId, component).some(({ id }) => ids.has(id)),
  );
}

/** Returns the definition with every component in the loop of a disabled one disabled as well. */
export function disablingBodies(definition: Definition): Definition {
  const { components } = definition;
  if (!components.some(isInner)) return definition;
  const byId = new Map(components.map((component) => [component.id, component]));
  const isOff = (component: Component): boolean =>
    isInner(component) && enclosingComponents(byId, component).some(({ disabled }) => disabled === true);
  return {
    ...definition,
    components: components.map((component) => (isOff(component) ? { ...component, disabled: true } : component)),
  };
}
