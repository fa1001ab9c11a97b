import type { Upcoming } from '../../forge/control.ts'
import type { ServedForge } from '../../worlds/client/index.ts'
import type { Action, Actions, Command, OptionValues } from '../command.ts'
import { neededWord, runAction } from './actions.ts'
import { columns, forgeOf, print, printList, worldOptions } from './connection.ts'

const actions: Actions = {
  show: { takes: [], run: show },
  set: moving(({ clock }, time) => clock.set(time)),
  advance: moving(({ clock }, time) => clock.advance(/^\d+$/.test(time) ? Number(time) : time)),
  freeze: { takes: [], run: (values) => changing(values, ({ clock }) => clock.freeze()) },
  resume: { takes: [], run: (values) => changing(values, ({ clock }) => clock.resume()) },
  upcoming: {
    takes: [],
    async run(values) {
      const all = await forgeOf(values).clock.upcoming()
      printList(values, all, upcomingLines(all), 'No dates.')
    },
  },
}

type Change = (forge: ServedForge, time: string) => unknown

/** Makes an action that moves the clock by its argument. */
function moving(change: Change): Action {
  return {
    takes: ['time'],
    run(values) {
      const time = neededWord(values, clockCommand, 'time')
      return changing(values, (forge) => change(forge, time))
    },
  }
}

async function changing(
  values: OptionValues,
  change: (forge: ServedForge) => unknown,
): Promise<void> {
  await change(forgeOf(values))
  await show(values)
}

async function show(values: OptionValues): Promise<void> {
  const { clock } = forgeOf(values)
  const [now, isFrozen] = [await clock.now(), await clock.isFrozen()]
  print(values, { now, isFrozen }, [`${now}, and the clock ${isFrozen ? 'stands' : 'runs'}`])
}

const upcomingLines = (all: readonly Upcoming[]) => columns(all.map(({ at, what }) => [at, what]))

export const clockCommand: Command = {
  name: 'clock',
  summary: 'Show and move the clock of a running server.',
  details: [
    'ACTION is show, set, advance, freeze, resume or upcoming, which lists what is going to happen by its date',
    'alone. What time brings happens when the clock is moved forward, in the order of its dates.',
  ].join('\n'),
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'show', summary: 'What to do.' },
    time: {
      type: 'string',
      placeholder: 'TIME',
      summary: 'For set an ISO 8601 time; for advance a duration such as 2h, 90s, 3d or "1d 12h".',
    },
    ...worldOptions,
  },
  examples: [
    ['forgery clock advance 2d', 'two days later, with all that they bring'],
    ['forgery clock set 2017-02-01T08:00:00Z', 'a certain morning'],
    ['forgery clock upcoming', 'what is going to happen next'],
  ],
  argument: ['action', 'time'],
  actions,
  run: async (values) => runAction(clockCommand, values),
}
