import { coloursFor } from './colours.ts'
import { actionsThatTake, argumentsOf, type Command, inTurn } from './command.ts'
import { commands } from './commands.ts'
import { columns, examples, paragraphs } from './layout.ts'

export function generalHelp(): string {
  const { bold } = coloursFor(process.stdout)
  return [
    'Forgery, a fake forge: the v3 API that GitLab 8.15 served, in memory.',
    '',
    bold('Usage'),
    '  forgery COMMAND [OPTIONS]',
    '',
    bold('Commands'),
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    bold('Examples'),
    ...examples(commands.flatMap((command) => command.examples.slice(0, 1))),
    '',
    '`forgery help COMMAND` says more of a command; `forgery --version` tells the',
    'version.',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const { name, summary, details, options } = command
  const { bold } = coloursFor(process.stdout)
  const rows = Object.entries(options).map(([option, { short, placeholder, ...rest }]) => [
    [...(short ? [`-${short},`] : []), `--${option}`, ...(placeholder ? [placeholder] : [])].join(
      ' ',
    ),
    [
      rest.summary,
      ...(rest.default === undefined ? [] : [`(default: ${rest.default})`]),
      ...forActions(command, option),
    ].join(' '),
  ])
  return [
    summary,
    '',
    bold('Usage'),
    `  forgery ${name} [OPTIONS]${wordsOf(command)}`,
    '',
    ...paragraphs(details),
    '',
    bold('Options'),
    ...columns(rows),
    '',
    bold('Examples'),
    ...examples(command.examples),
  ].join('\n')
}

/** Which actions an option goes with; nothing where it goes with all. */
function forActions(command: Command, option: string): string[] {
  const actions = actionsThatTake(command, option)
  return actions.length === 0 ? [] : [`For ${inTurn(actions)}.`]
}

/** The words without a name, in brackets where they may be left out. */
function wordsOf(command: Command): string {
  return argumentsOf(command)
    .map((name) => {
      const { placeholder = name, isRequired = false } = command.options[name] ?? {}
      return isRequired ? ` ${placeholder}` : ` [${placeholder}]`
    })
    .join('')
}
