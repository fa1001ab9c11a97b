import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type History, replay } from '../../../src/verify/compare/index.ts'
import { operationsOf } from '../../../src/verify/compare/v3/operations.ts'
import { notificationPairs } from '../../../src/verify/compare/v3/tours/account-pairs.ts'
import { accountStates } from '../../../src/verify/compare/v3/tours/account-states.ts'
import { beyond } from '../../../src/verify/compare/v3/tours/beyond.ts'
import { buildStates } from '../../../src/verify/compare/v3/tours/build-states.ts'
import { files } from '../../../src/verify/compare/v3/tours/code.ts'
import { filters } from '../../../src/verify/compare/v3/tours/filters.ts'
import { leavers } from '../../../src/verify/compare/v3/tours/leavers.ts'
import { membershipStates } from '../../../src/verify/compare/v3/tours/membership-states.ts'
import { mergeRequestStates } from '../../../src/verify/compare/v3/tours/merge-request-states.ts'
import { milestones } from '../../../src/verify/compare/v3/tours/milestones.ts'
import { namesakes } from '../../../src/verify/compare/v3/tours/namesakes.ts'
import { belongings, notifications } from '../../../src/verify/compare/v3/tours/people.ts'
import { removals } from '../../../src/verify/compare/v3/tours/removals.ts'
import { snippetStates } from '../../../src/verify/compare/v3/tours/snippet-states.ts'
import { statusStates } from '../../../src/verify/compare/v3/tours/status-states.ts'
import { issues } from '../../../src/verify/compare/v3/tours/tracker.ts'
import { unchanged } from '../../../src/verify/compare/v3/tours/unchanged.ts'
import { attributions, ways } from '../../../src/verify/compare/v3/tours/ways.ts'
import { faultyServer, legitimateServer } from '../unforeseen/find-server.ts'
import { worldOf } from '../world-of.ts'
import { contract, historyOf } from './tour-steps.ts'

const noNetwork = () => Promise.reject(new TypeError('There is no network behind this server.'))
const createDemo = () => createForge({ seed: 'demo', log: () => {}, fetch: noNetwork })

const run = (fetch: (request: Request) => Promise<Response>, history: History) =>
  replay({ url: 'http://forge.test', token: 'root-token', fetch, patience: 50 }, history)

const partBeyond = (name: string) => {
  const part = beyond.find((one) => one.name === name)
  if (!part) throw new Error(`No part beyond the contract is called ${name}.`)
  return part
}

const operationOf = operationsOf(contract)

const isOneOf = (operations: readonly string[], one: string | undefined) =>
  operations.some((operation) => operation === one)

it.each([
  ['A removed issue stays among those that a merge request would close', removals],
  ['A closed issue that is moved does not get the milestone of the same name', milestones],
  ['A former member still has the project among those that he is a member of', leavers],
  ['A former member still has the project among those that he is a member of', membershipStates],
  [
    'Users are told that their e-mail address is not found once an administrator removed it',
    belongings,
  ],
  ['A snippet made with the sudo of the query is by the administrator', ways],
  ['Whoever wrote a snippet reads it after leaving the private project', leavers],
  ['A group cannot be written with the path that it has already', unchanged],
  ['The current user as somebody who was removed is the administrator who asks', accountStates],
  ['A user whose username has a dot in it is unknown to sudo', namesakes],
  [
    'The settings of a project go on showing the events of notifications that are no longer custom',
    notificationPairs,
  ],
  [
    'A public project that was made private is still shown to those without credentials',
    partBeyond('hiding'),
  ],
  ['An e-mail address that its owner removed has been taken for ever', belongings],
  [
    'An issue that was closed with sudo was closed by the administrator, the events say',
    attributions,
  ],
  [
    'A status whose name differs from another of the commit in capitals alone replaces that one',
    statusStates,
  ],
  [
    'Statuses asked for by the name of a job come with those whose names begin with it',
    statusStates,
  ],
  ['A file that begins with a byte order mark is read without it', files],
  [
    'The event of an issue that was opened by sudo names the administrator as its author',
    attributions,
  ],
  [
    'A user whom an administrator no longer allows to create groups still creates them',
    accountStates,
  ],
  ['A developer sets the time at which an issue was updated', issues],
  [
    'The raw text of a snippet that became private is still served to the other members',
    snippetStates,
  ],
] as const)('tells: %s', async (name, tour) => {
  const server = faultyServer(name)
  const history = historyOf(tour)
  const [found] = await run(server.start(await createDemo()), history)
  if (!found) throw new Error('Nothing is told')
  // A read may show what the write before it did.
  const write = history
    .slice(0, found.index)
    .findLast(({ operation }) => operationOf(operation).method !== 'GET')
  expect([found.step.operation, write?.operation].some((one) => isOneOf(server.at, one))).toBe(true)
})

it.each([
  ['A user who has chosen no level of notifications watches everything', notifications],
  ['Levels of notification that nobody set are those of participants', notifications],
  ['A build that is canceled before it has started has no time at which it finished', buildStates],
  [
    'A runner takes a waiting build a moment after it was started and finishes it soon after',
    buildStates,
  ],
  ['A runner picks up a build that was retried a moment later', buildStates],
  [
    'An opened merge request shows the commit of a merge that was made to try it',
    mergeRequestStates,
  ],
  ['Whoever creates a project in a group becomes a master of the project itself as well', ways],
  ['Whoever creates a project in a group becomes a master of the project itself as well', filters],
])('leaves open: %s', async (name, tour) => {
  const server = legitimateServer(name)
  expect(await run(server.start(await createDemo()), historyOf(tour))).toEqual([])
})

it.each([
  ['participating', /\/api\/v3\/notification_settings/, 'getNotificationSettings'],
  ['global', /\/projects\/.*\/notification_settings/, 'getProjectNotificationSettings'],
])('tells that a user who chose the level %s has none', async (level, path, operation) => {
  const forge = await createDemo()
  const fetch = async (request: Request) => {
    const response = await forge.fetch(request)
    if (request.method !== 'GET' || !path.test(request.url) || !response.ok) return response
    const settings = await response.json()
    const shown = settings.level === level ? { ...settings, level: 'disabled' } : settings
    return Response.json(shown, { headers: response.headers })
  }
  const [found] = await run(fetch, historyOf(notifications))
  expect([found?.step.operation, found?.place, found?.forge]).toEqual([operation, 'level', level])
})

it.each(beyond.map((tour) => [tour.name, tour] as const))(
  'finds no difference of a forge in %s, makes every call beyond the contract, and leaves the forge as it was',
  async (_, tour) => {
    const forge = await createDemo()
    const before = worldOf(forge)
    const made = new Set<string>()
    const fetch = async (request: Request) => {
      const response = await forge.fetch(request)
      if (response.status < 300) made.add(`${request.method} ${new URL(request.url).pathname}`)
      return response
    }
    expect(await run(fetch, historyOf(tour))).toEqual([])
    const calls = [...made].join('\n')
    const wanted = paths[tour.name] ?? []
    expect(wanted).not.toEqual([])
    for (const path of wanted) expect(calls).toMatch(path)
    expect(worldOf(forge)).toEqual(before)
  },
)

/** What is beyond the contract, by the name of the part. */
const paths: Readonly<Record<string, readonly RegExp[]>> = {
  milestones: [/POST .*\/milestones/],
  archive: [/POST .*\/archive/, /POST .*\/unarchive/, /DELETE .*\/projects\/\d+$/m],
  stars: [/POST .*\/star$/m, /DELETE .*\/star$/m],
  hiding: [/PUT .*\/projects\/\d+$/m],
  forks: [/POST .*\/projects\/fork\/\d+/, /PUT .*\/merge_requests\/\d+\/merge/],
  awards: [/POST .*\/issues\/\d+\/award_emoji/, /DELETE .*\/award_emoji/, /DELETE .*\/todos\//],
}
