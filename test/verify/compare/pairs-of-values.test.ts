import { expect, it } from 'vitest'
import { createDraw } from '../../../src/verify/compare/draw.ts'
import { addFixture } from '../../../src/verify/compare/v3/fixture.ts'
import { operationsOf } from '../../../src/verify/compare/v3/operations.ts'
import { addRecords } from '../../../src/verify/compare/v3/records.ts'
import { tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { isNotShown } from '../../../src/verify/compare/v3/values.ts'
import { createWorld } from '../../../src/verify/compare/v3/world.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import type { Step } from '../../../src/verify/reproduction/history.ts'

const contract = await loadContract('v3')
const operation = operationsOf(contract)

/** Operations with several optional parameters that no tour of pairs calls, each with the reason. */
const left: Readonly<Record<string, string>> = {
  createCommitComment: 'Its place in a file is three parameters or none.',
  deleteFile: 'What it writes is the author alone.',
  updateNotificationSettings: 'It shows none of the events.',
  updateApplicationSettings: 'Settings are of the whole instance.',
  createSystemHook: 'Hooks are of the whole instance.',
  listSystemHooks: 'Hooks are of the whole instance.',
}

const setUp = 'It follows from how a server is set up.'

/** Parameters of those that are called which stay away, each with the reason. */
const without: Readonly<Record<string, string>> = {
  milestone: 'No operation of the contract makes a milestone.',
  milestone_id: 'No operation of the contract makes a milestone.',
  merge_request_for_resolving_discussions: 'It fills fields that are given here.',
  merge_when_build_succeeds: 'When a build ends is up to a runner.',
  target_project_id: 'No operation makes a fork.',
  state_event: 'How a merge request is closed is not stated.',
  default_branch: 'What an empty repository has is not stated.',
  import_url: 'A server would fetch from elsewhere.',
  namespace_id: 'A project elsewhere would not be of the history.',
  public: 'It says the same as the level of visibility.',
  password: 'What a password does is not shown by the API.',
  external: 'Whether others than administrators may filter by it is not stated.',
  extern_uid: setUp,
  provider: setUp,
}

const optionalOf = (id: Step['operation']) =>
  operation(id)
    .parameters.filter(
      (one) => one.in !== 'path' && !one.required && !isNotShown(one, operation(id)),
    )
    .map(({ name }) => name)

/** Returns what a tour of pairs calls alone, without the records that it needs. */
function stepsOf(tour: (typeof tours)[number], seed: number): readonly Step[] {
  const surroundings = { levels: [0, 10, 20], mayWriteInstance: false }
  const world = createWorld(createDraw(seed), surroundings, operation)
  addFixture(world)
  for (const project of world.projects.slice(0, 2)) addRecords(world, project)
  const made = world.steps.length
  for (const part of tour) part(world)
  return world.steps.slice(made)
}

/** A value by its kind: names and records are numbered, and new ones each time. */
const kindOf = (value: Step['parameters'][string]) =>
  value === undefined
    ? 'absent'
    : JSON.stringify(value).replace(/(name|path|mergeRequest|commit|lint\/)\d+/g, '$1')

/** Parameters whose value follows from the record. */
const following: readonly string[] = ['source_branch', 'target_branch', 'name', 'context', 'path']

const waysOf = ({ as, credential, form, inQuery, parameters: { id } }: Step) => ({
  caller: [as, credential].join(' '),
  place: form ? 'form' : (inQuery ?? 'JSON'),
  address: /name>/.test(String(id)) ? 'by path' : 'by number',
})

/** Whether two values have no stated outcome together, or cannot be sent so. */
function isOpen(pair: Readonly<Record<string, string>>): boolean {
  const { order_by = '', page = 'absent', per_page = 'absent', place = 'JSON', caller } = pair
  const { created_at = 'absent', updated_at = 'absent' } = pair
  const isOfPage = page !== 'absent' || per_page !== 'absent'
  const hasTime = created_at !== 'absent' || updated_at !== 'absent'
  return (
    (isOfPage && /updated_at|activity/.test(order_by)) ||
    (place !== 'JSON' && Object.values(pair).includes('null')) ||
    (/all|other/.test(place) && Object.values(pair).some((value) => value.length > 200)) ||
    (hasTime && caller !== undefined && !/owner|admin/.test(caller))
  )
}

/** Returns the pairs of values that an operation was called with, each value known from another call. */
function missingPairs(id: Step['operation'], steps: readonly Step[]): readonly string[] {
  const names = optionalOf(id).filter((name) => !following.includes(name))
  const rows = steps.map(
    (step): Readonly<Record<string, string>> => ({
      ...Object.fromEntries(names.map((name) => [name, kindOf(step.parameters[name])])),
      ...waysOf(step),
    }),
  )
  const factors = [...names, 'caller', 'place', 'address']
  const isCalled = (pair: Readonly<Record<string, string>>) =>
    rows.some((row) => Object.entries(pair).every(([name, value]) => row[name] === value))
  return factors.flatMap((one, place) =>
    factors.slice(place + 1).flatMap((other) => {
      const [values, others] = [one, other].map((name) => new Set(rows.map((row) => row[name])))
      return [...(values ?? [])].flatMap((value = '') =>
        [...(others ?? [])].flatMap((next = '') => {
          const pair = { [one]: value, [other]: next }
          return isOpen(pair) || isCalled(pair) ? [] : [`${id} ${JSON.stringify(pair)}`]
        }),
      )
    }),
  )
}

it.each([1, 2])('calls each two values of two parameters together, drawn from %i', (seed) => {
  const missing: string[] = []
  const asked = new Set<string>()
  const varied = new Set<string>()
  for (const tour of tours.filter((parts) => parts.every(({ name }) => name.endsWith('Pairs')))) {
    const steps = stepsOf(tour, seed)
    for (const { id, method } of contract.operations) {
      const own = steps.filter((step) => step.operation === id)
      const isOfTour = (method === 'GET') === tour.some(({ name }) => name === 'filterPairs')
      if (!isOfTour || own.length < 4 || optionalOf(id).length < 2) continue
      asked.add(id)
      missing.push(...missingPairs(id, own))
      for (const { parameters } of own)
        for (const name of Object.keys(parameters)) varied.add(`${id} ${name}`)
    }
  }
  expect(missing).toEqual([])
  const expected = contract.operations.filter(
    ({ id }) => optionalOf(id).length > 1 && left[id] === undefined,
  )
  expect([...asked].toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  const never = expected.flatMap(({ id }) =>
    optionalOf(id).filter((name) => !varied.has(`${id} ${name}`)),
  )
  expect(new Set(never)).toEqual(new Set(Object.keys(without)))
})
