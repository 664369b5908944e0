import { parseArgs } from 'node:util';
import { createLogger, loadConfig, type Env } from '@workflow/service-runtime';
import type { JsonSchema } from '@workflow/component-kit';
import { guardJsonParse } from '@workflow/workflow-model';
import { readIngressConfig } from '../config.ts';
import { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { makeInputCheck } from '../http/routing/check-input.ts';
import type { RouteReply } from '../http/define-route.ts';
import { ComponentsMisused, runComponents } from './components-command.ts';
import { ADMIN_COMMANDS, type AdminCommand, type AdminRequest } from './commands.ts';

const COMPONENTS = { name: 'components', summary: 'Add, list and remove component packages of others' };

/** Exit codes: 1 if the command was refused or the doctor found a problem, 2 if the arguments are invalid. */
const FAILED = 1;
const MISUSED = 2;

/** Receives a command's output. Each text is a whole line. */
interface AdminOutput {
  out(line: string): void;
  error(line: string): void;
}

const PROCESS_OUTPUT: AdminOutput = {
  out: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
};

/**
 * Runs routes of the operator's API in this process, with the settings of ingress. No ingress has to run.
 * @returns the exit code
 */
export async function runAdmin(argv: readonly string[], env: Env, output = PROCESS_OUTPUT): Promise<number> {
  guardJsonParse();
  const [name, ...commandArgs] = argv;
  if (name === 'components') return printComponents(commandArgs, env, output);
  const command = ADMIN_COMMANDS.find((one) => one.name === name);
  if (command === undefined) {
    const wantsHelp = name === undefined || name === '--help' || name === 'help';
    if (!wantsHelp) output.error(`Unknown command: ${name}`);
    output[wantsHelp ? 'out' : 'error'](usage());
    return wantsHelp ? 0 : MISUSED;
  }
  let request: AdminRequest | null;
  try {
    request = readRequest(command, commandArgs);
  } catch (error) {
    output.error(`${messageOf(error)}\n${usageOf(command)}`);
    return MISUSED;
  }
  if (request === null) {
    output.out(usageOf(command));
    return 0;
  }
  try {
    const reply = await answer(request, env);
    output.out(JSON.stringify(reply.body, null, 2));
    return isWrong(reply.body) ? FAILED : 0;
  } catch (error) {
    output.error(messageOf(error));
    return FAILED;
  }
}

/** Runs the command for component packages, which are in a folder, so it uses no route. */
async function printComponents(argv: readonly string[], env: Env, output: AdminOutput): Promise<number> {
  try {
    const result = await runComponents(argv, env);
    output.out(typeof result === 'string' ? result : JSON.stringify(result, null, 2));
    return 0;
  } catch (error) {
    output.error(messageOf(error));
    return error instanceof ComponentsMisused ? MISUSED : FAILED;
  }
}

/**
 * Returns null to print the help.
 * @throws if the arguments do not match the command or its route
 */
function readRequest(command: AdminCommand, argv: readonly string[]): AdminRequest | null {
  const options = Object.entries(command.options ?? {}).map(
    ([option, { flag }]) => [option, { type: flag === true ? ('boolean' as const) : ('string' as const) }] as const,
  );
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(options), help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values['help'] === true) return null;
  if (positionals.length !== command.args.length)
    throw new Error(
      positionals.length < command.args.length
        ? `Missing: ${command.args.slice(positionals.length).join(', ')}`
        : `Unexpected: ${positionals.slice(command.args.length).join(' ')}`,
    );
  const request = command.request(positionals, values as Record<string, string | boolean | undefined>);
  const { route, params = {}, query = {}, body = {} } = request;
  const problems = [
    ...problemsOf(route.params, 'the path', params),
    ...problemsOf(route.query, 'the query', query),
    ...problemsOf(route.body, 'the body', body),
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
  return request;
}

function problemsOf(schema: JsonSchema | undefined, label: string, value: unknown): string[] {
  return schema === undefined ? [] : makeInputCheck(schema, label)(value);
}

async function answer({ route, params = {}, query = {}, body = {} }: AdminRequest, env: Env): Promise<RouteReply> {
  // Log lines must not be mixed with the output that a script reads.
  const destination = { write: (line: string) => void process.stderr.write(line), flush: () => Promise.resolve() };
  const config = await loadConfig('ingress', env, readIngressConfig, destination);
  const log = createLogger({ service: 'admin', level: 'warn', destination });
  const context = AppContext.fromConfig(config, { log });
  // Operator routes use only the input, neither the request nor the caller, and there is no connection here.
  return route.handler(context, { params, query, body, expectWait: () => undefined } as never, null as never);
}

/** Returns true when a check found a problem. */
function isWrong(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'ok' in body && body.ok === false;
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

function usage(): string {
  const commands = [...ADMIN_COMMANDS, COMPONENTS];
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: admin <command> [--help]', '', ...lines, '', 'Settings are those of an ingress.'].join('\n');
}

function usageOf({ name, summary, args, options = {} }: AdminCommand): string {
  const head = [
    'Usage: admin',
    name,
    ...args.map((arg) => `<${arg}>`),
    ...(Object.keys(options).length > 0 ? ['[options]'] : []),
  ];
  const lines = Object.entries(options).map(
    ([option, { help, flag }]) => `  --${option}${flag === true ? '' : ' <value>'}  ${help}`,
  );
  return [head.join(' '), '', summary, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
