import { ERROR_PORT } from '@workflow/component-kit';
import type { Component, Connection, Definition } from '@workflow/workflow-model';
import { portsOf } from '../draft/connection-rules.ts';

/** Asks whether a walk can leave something out, whichever ports the components take. */
export interface Walks {
  /** True if a walk from `start` can end without `target` having succeeded. */
  mayMiss(start: string, target: string): boolean;
  /** True if a walk can reach `end` from `start` without `target` having succeeded before. */
  mayPass(start: string, end: string, target: string): boolean;
}

/**
 * The walks of a definition without cycles. A component takes one of its ports; its failure takes the port `error`
 * where that is connected, and ends the walk elsewhere. A disabled component and what follows it is never reached.
 */
export function walksOf({ components, connections }: Definition): Walks {
  const byId = new Map(components.map((component) => [component.id, component]));
  const from = Map.groupBy(connections, (connection) => connection.from);

  /** The targets of each port that may be taken. */
  function choicesOf(component: Component): { port: string; to: string[] }[] {
    const outgoing = from.get(component.id) ?? [];
    return portsOf(component)
      .filter((port) => port !== ERROR_PORT || outgoing.some((connection) => connection.port === ERROR_PORT))
      .map((port) => ({ port, to: targetsOf(outgoing, port) }));
  }
  function targetsOf(outgoing: readonly Connection[], port: string): string[] {
    return outgoing
      .filter((connection) => connection.port === port && byId.get(connection.to)?.disabled !== true)
      .map(({ to }) => to);
  }
  /** The choices of a component that do not make the target succeed. */
  function choicesWithout(component: Component, target: string): { to: string[] }[] {
    const choices = choicesOf(component);
    return component.id === target ? choices.filter(({ port }) => port === ERROR_PORT) : choices;
  }

  return {
    mayMiss(start, target) {
      const known = new Map<string, boolean>();
      const misses = (id: string): boolean => {
        const before = known.get(id);
        if (before !== undefined) return before;
        const component = byId.get(id);
        const missed =
          component === undefined ||
          choicesWithout(component, target).some(({ to }) => to.every((next) => misses(next)));
        known.set(id, missed);
        return missed;
      };
      return misses(start);
    },
    mayPass(start, end, target) {
      const seen = new Set<string>();
      const open = [start];
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (id === end) return true;
        const component = byId.get(id);
        if (seen.has(id) || component === undefined) continue;
        seen.add(id);
        open.push(...choicesWithout(component, target).flatMap(({ to }) => to));
      }
      return false;
    },
  };
}
