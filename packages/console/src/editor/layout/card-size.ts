import type { Component } from '@workflow/workflow-model';
import { portsOf } from '../draft/connection-rules.ts';

/** Sizes of a card in pixels at zoom 1, as component-card.module.css draws it; layout needs them before that. */
export const CARD_WIDTH = 220;
const HEAD_PX = 52;
const PORT_PX = 20;
const BELOW_PORTS_PX = 8;

export function cardHeight(component: Component): number {
  return HEAD_PX + PORT_PX * Math.max(1, portsOf(component).length) + BELOW_PORTS_PX;
}

/** Where a port's connection starts, in pixels below the card's top. */
export function portOffset(component: Component, port: string): number {
  return HEAD_PX + PORT_PX * (Math.max(0, portsOf(component).indexOf(port)) + 0.5);
}
