export { nextDueTime, nextDueTimes } from './next-due-times.ts';
export { missedAfterMs, planDueTimes } from './plan-due-times.ts';
export type { DuePlan, DueTimeFate, PassedDueTime, PlanInput } from './plan-due-times.ts';
export { checkSchedule, isKnownZone, readSchedule } from './schedule-rule.ts';
export type { CatchUp, OnOverlap, Schedule, ScheduleProblem, ScheduleRule } from './schedule-rule.ts';
