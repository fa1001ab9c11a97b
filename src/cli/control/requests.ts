import { coloursFor } from '../../adapters/server/colours.ts'
import { requestLine } from '../../adapters/server/log-lines.ts'
import type { JournalCriteria } from '../../forge/control.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { checkCriteria, matchesEntry } from '../../http/request-criteria.ts'
import { type Actions, type Command, numberOption, type OptionValues } from '../command.ts'
import { optionalNumber, runAction } from './actions.ts'
import { forgeOf, print, printList, worldOptions } from './connection.ts'
import { asWords, criteriaOf, criteriaOptions, inOptions } from './criteria.ts'

/** In milliseconds. */
const day = 86_400_000

/** The options that select requests of the journal. */
const journalOptions: Command['options'] = {
  ...criteriaOptions,
  status: { type: 'string', placeholder: 'STATUS', summary: 'Requests that were answered so.' },
}
const journalCriteria = Object.keys(journalOptions)

const actions: Actions = {
  list: {
    takes: [...journalCriteria, 'follow'],
    async run(values) {
      if (values.follow) return follow(values)
      const criteria = journalCriteriaOf(values)
      const requests = await forgeOf(values).requests.all()
      show(
        values,
        requests.filter((entry) => matchesEntry(criteria, entry)),
      )
    },
  },
  find: {
    takes: journalCriteria,
    async run(values) {
      const found = await forgeOf(values).requests.find(journalCriteriaOf(values))
      if (!found) throw new Error('No such request was made.')
      show(values, [found])
    },
  },
  wait: {
    takes: [...journalCriteria, 'timeout'],
    async run(values) {
      const criteria = journalCriteriaOf(values)
      const timeout =
        values.timeout === undefined
          ? 1000
          : numberOption(values, 'timeout', { least: 0, most: day })
      const { requests } = forgeOf(values)
      show(values, [
        await requests.waitFor(criteria, { timeout }).catch(sayNone(criteria, timeout)),
      ])
    },
  },
  clear: {
    takes: [],
    async run(values) {
      await forgeOf(values).requests.clear()
      print(values, [], ['Emptied the journal.'])
    },
  },
}

/** Prints requests as they arrive, until the world or the server ends; as JSON, one per line. */
async function follow(values: OptionValues): Promise<void> {
  const criteria = journalCriteriaOf(values)
  const colours = coloursFor(process.stdout)
  for await (const event of forgeOf(values).events()) {
    if (event.type !== 'request' || !matchesEntry(criteria, event.request)) continue
    const line = values.json ? JSON.stringify(event.request) : requestLine(event.request, colours)
    process.stdout.write(`${line}\n`)
  }
}

function journalCriteriaOf(values: OptionValues): JournalCriteria {
  const status = optionalNumber(values, 'status')
  const criteria = { ...criteriaOf(values), ...(status === undefined ? {} : { status }) }
  inOptions(journalOptions, () => checkCriteria('requests', criteria))
  return criteria
}

/** Reports a wait that timed out, with the server's account of the actual requests. */
function sayNone(criteria: JournalCriteria, timeout: number): (error: Error) => never {
  return (error) => {
    const [, instead] = /^forge\.requests\.waitFor: [^\n]*\}\. (.*)$/s.exec(error.message) ?? []
    if (instead === undefined) throw error
    const which = ['No request', asWords(criteria)].filter(Boolean).join(' with ')
    throw new Error(`${which} was made within ${timeout} ms. ${instead}`)
  }
}

function show(values: OptionValues, requests: readonly JournalEntry[]): void {
  const colours = coloursFor(process.stdout)
  const lines = requests.map((entry) => requestLine(entry, colours))
  printList(values, requests, lines, 'No requests.')
}

export const requestsCommand: Command = {
  name: 'requests',
  summary: 'Show the requests that a running server was asked, and wait for one.',
  details: [
    'ACTION is list, find (the last one of a kind), wait (until there is one) or clear. find and wait',
    'end with 1 where there is none. list shows those of a kind where one is given; with --follow, those',
    'that come from now on.',
  ].join('\n'),
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'list', summary: 'What to do.' },
    ...journalOptions,
    follow: { type: 'boolean', summary: 'List requests as they come; Ctrl+C ends it.' },
    timeout: {
      type: 'string',
      placeholder: 'MILLISECONDS',
      summary: 'How long to wait; a second by default.',
    },
    ...worldOptions,
  },
  examples: [
    ['forgery requests', 'the last ones, as the server prints them'],
    ['forgery requests --follow --method POST', 'what is written, as it happens'],
    ['forgery requests wait --operation createIssue --timeout 5000', 'until there is one'],
    ['forgery requests find --status 500 --json', 'the last failure, whole'],
  ],
  argument: 'action',
  actions,
  run: async (values) => runAction(requestsCommand, values),
}
