import type { ResolvedConfig } from '@workflow/component-kit';
import type { RunContext } from '@workflow/component-kit/run';
import type { descriptor } from './descriptor.ts';

export type Context = RunContext<ResolvedConfig<typeof descriptor.configSchema>>;
