import type { Fault } from '../fault.ts';
import { earlyJobKills } from './early-job-kills.ts';
import { executorKilled } from './executor-killed.ts';
import { ingressKilled } from './ingress-killed.ts';
import { rollingRestart } from './rolling-restart.ts';

export const killedServices: Fault[] = [executorKilled, ingressKilled, ...earlyJobKills, rollingRestart];
