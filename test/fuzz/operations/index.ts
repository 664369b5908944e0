import { dataSteps } from './data-steps.ts';
import { definitions } from './definitions.ts';
import { deliveries } from './deliveries.ts';
import { eventRounds } from './event-rounds.ts';
import { stepExpressions } from './expressions.ts';
import { flowKeys } from './flow-keys.ts';
import { casesOf, type AnyOperation } from './operation.ts';
import { pages } from './pages.ts';
import { pins } from './pins.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { stores } from './stores.ts';
import { streams } from './streams.ts';
import { trees } from './trees.ts';
import { values } from './values.ts';

export const OPERATIONS: readonly AnyOperation[] = [
  casesOf(flowKeys),
  casesOf(stepExpressions),
  casesOf(values),
  casesOf(deliveries),
  casesOf(definitions),
  casesOf(requests),
  casesOf(pins),
  casesOf(programs),
  casesOf(streams),
  casesOf(eventRounds),
  casesOf(trees),
  casesOf(dataSteps),
  casesOf(pages),
  casesOf(stores),
];
