import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { RunnerReport, RunnerState } from '../../gitlab/domain/builds/runner.ts'
import { failureReason } from '../../store/models/build.ts'
import {
  type Command,
  type OptionValues,
  optionalText,
  textOption,
  UsageError,
} from '../command.ts'
import { optionalNumber } from './actions.ts'
import { forgeOf, print, worldOptions } from './connection.ts'

const states = ['running', 'success', 'failed', 'canceled'] as const satisfies RunnerState[]

async function advanceBuild(values: OptionValues): Promise<void> {
  const build = textOption(values, 'build')
  if (!/^\d+$/.test(build)) throw new UsageError(`A build has a number, not "${build}".`)
  const text = textOption(values, 'state')
  const state = states.find((one) => one === text)
  if (!state) throw new UsageError(`A build goes to ${states.join(', ')}, not "${text}".`)
  const advanced = await forgeOf(values).builds.advance(Number(build), state, reportOf(values))
  print(values, advanced, [`The build ${build} (${advanced.name}) is ${advanced.status}.`])
}

function reportOf(values: OptionValues): RunnerReport {
  const trace = optionalText(values, 'trace')
  const coverage = optionalNumber(values, 'coverage')
  const reason = optionalText(values, 'reason')
  const failure_reason = failureReason.options.find((one) => one === reason)
  if (reason !== undefined && !failure_reason) {
    throw new UsageError(`A build fails for ${failureReason.options.join(', ')}, not "${reason}".`)
  }
  const file = optionalText(values, 'artifacts')
  return {
    ...(trace === undefined ? {} : { trace }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(failure_reason ? { failure_reason } : {}),
    ...(file === undefined
      ? {}
      : { artifacts: { filename: basename(file), bytes: new Uint8Array(readFileSync(file)) } }),
  }
}

export const advanceCommand: Command = {
  name: 'advance',
  summary: 'Play the runner for a build of a running server.',
  details:
    'STATE is running, success, failed or canceled. Stages, pipelines and deployments follow.',
  options: {
    build: {
      type: 'string',
      placeholder: 'BUILD',
      isRequired: true,
      summary: 'The id of the build.',
    },
    state: { type: 'string', placeholder: 'STATE', isRequired: true, summary: 'Where it goes.' },
    trace: { type: 'string', placeholder: 'TEXT', summary: 'What it printed.' },
    coverage: {
      type: 'string',
      placeholder: 'PERCENT',
      summary: 'Per cent of the lines, 0 to 100.',
    },
    reason: { type: 'string', placeholder: 'REASON', summary: 'Why it failed.' },
    artifacts: { type: 'string', placeholder: 'FILE', summary: 'What it left behind.' },
    ...worldOptions,
  },
  examples: [
    ['forgery advance 19 running', 'a build of the demo world starts'],
    ['forgery advance 19 success --coverage 91.5', 'and succeeds'],
  ],
  argument: ['build', 'state'],
  run: advanceBuild,
}
