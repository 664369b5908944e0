import type { Component } from '@workflow/workflow-model';
import { portsOf } from '../draft/connection-rules.ts';
import { toolsHeight } from './agent-tools.ts';

/** Sizes of a card in pixels at zoom 1, as component-card.module.css draws it; layout needs them before that. */
export const CARD_WIDTH = 220;
const ABOVE_PORTS_PX = 51;
const PORT_PX = 20;
const BELOW_PORTS_PX = 9;
/** Where a connection ends, in pixels below the card's top: level with the first port, so that a chain is straight. */
export const END_OFFSET = ABOVE_PORTS_PX + PORT_PX / 2;

export function cardHeight(component: Component): number {
  const ports = PORT_PX * Math.max(1, portsOf(component).length);
  return ABOVE_PORTS_PX + ports + BELOW_PORTS_PX + toolsHeight(component);
}

/** Where a port's connection starts, in pixels below the card's top. */
export function portOffset(component: Component, port: string): number {
  return ABOVE_PORTS_PX + PORT_PX * (Math.max(0, portsOf(component).indexOf(port)) + 0.5);
}
