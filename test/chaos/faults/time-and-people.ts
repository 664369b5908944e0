import type { Fault } from '../fault.ts';
import { dueTimesFaults } from './due-times-faults.ts';
import { questionFaults } from './question-faults.ts';

/** What begins by the clock, and what waits for people. */
export const timeAndPeople: Fault[] = [...dueTimesFaults, ...questionFaults];
