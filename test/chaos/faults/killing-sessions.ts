import type { Fault } from '../fault.ts';
import { runKillsExecutor } from './run-kills-executor.ts';
import { sessionBlocksExecutor } from './session-blocks-executor.ts';
import { sessionKillsExecutor } from './session-kills-executor.ts';

export const killingSessions: Fault[] = [...sessionKillsExecutor, runKillsExecutor, sessionBlocksExecutor];
