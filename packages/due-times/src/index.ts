export { nextDueTime, nextDueTimes } from './next-due-times.ts';
export { planDueTimes, type DuePlan, type DueTimeFate, type PassedDueTime } from './plan-due-times.ts';
export { checkSchedule, readSchedule, type Schedule, type ScheduleRule } from './schedule-rule.ts';
