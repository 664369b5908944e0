import type { Fault } from '../fault.ts';
import { delayedFaults } from './delayed-faults.ts';
import { dueTimesFaults } from './due-times-faults.ts';
import { publishedWhileKilled } from './published-while-killed.ts';
import { questionFaults } from './question-faults.ts';
import { skippingSchedules } from './skipping-schedules.ts';

/** Faults for sessions that start by the clock or wait for people. */
export const timeAndPeople: Fault[] = [
  ...dueTimesFaults,
  ...skippingSchedules,
  ...publishedWhileKilled,
  ...delayedFaults,
  ...questionFaults,
];
