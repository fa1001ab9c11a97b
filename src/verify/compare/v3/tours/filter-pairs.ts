import type { ParameterContract } from '../../../../contract/operation-contract.ts'
import type { Step, Value, Values } from '../../../reproduction/history.ts'
import { coverPairs, type Row } from '../../pairs.ts'
import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest, addNote } from '../records.ts'
import { valuesOf } from '../values.ts'
import { type Project, pathOf, ref, type World } from '../world.ts'
import { type AskedOperation, entitledTo, isOfPlace, readsOf, searchOf } from './operations.ts'

/** Every list with each two of its parameters together, called by several users and by path. */
export function filterPairs(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  addVariety(world, project)
  for (const operation of readsOf(world)) askPairs(world, operation, project)
}

type Caller = Pick<Step, 'as' | 'credential'>
/** Values of parameters; `caller` is the index of a user, and `address` the path that stands for the id. */
type Asked = Value | undefined

function askPairs(world: World, operation: AskedOperation, project: Project): void {
  const target = firstOf(project, 'developer')
  const address = addressOf(operation, target, world)
  const required = requiredOf(operation, target, world)
  const optional = operation.parameters.filter((one) => one.in !== 'path' && !one.required)
  if (!address || !required || optional.length < 2) return
  const base = { ...searchOf(operation), ...address, ...required }
  const filters = optional.map(
    (one) => [one.name, [undefined, ...filterValues(one, operation, project, world)]] as const,
  )
  const instead = pathInstead(operation, project)
  const callers = callersOf(operation)
  const factors: Readonly<Record<string, readonly Asked[]>> = {
    ...Object.fromEntries(filters),
    caller: [...callers.keys()],
    address: instead === undefined ? [undefined] : [undefined, instead],
  }
  for (const row of coverPairs<Asked>(factors, world.draw, isOfOpenOrder)) {
    const { caller, address: path, ...values } = row
    const given: Values = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== undefined),
    )
    const sent = { ...base, ...(path === undefined ? {} : { id: path }), ...given }
    const { as, ...credential } = callers[Number(caller)] ?? { as: 'owner' }
    add(world, as, operation.id, sent, credential)
  }
  if (!operation.isPaginated) return
  // What is on a second page shows only where a page holds fewer than there are.
  for (const [name, values] of filters)
    for (const value of values) {
      const given = { ...(value === undefined ? {} : { [name]: value }), page: 2, per_page: 1 }
      if (!isPage(name) && !isOfOpenOrder(given))
        add(world, entitledTo(operation), operation.id, { ...base, ...given })
    }
}

const isPage = (name: string) => name === 'page' || name === 'per_page'

/** What counts as a change is not specified, so neither is what a page of the last changed holds. */
const isOfOpenOrder = ({ order_by, page, per_page }: Row<Asked>) =>
  /updated_at|activity/.test(String(order_by)) && (page !== undefined || per_page !== undefined)

function filterValues(
  parameter: ParameterContract,
  operation: AskedOperation,
  project: Project,
  world: World,
): readonly Value[] {
  if (parameter.name === 'page') return [1, 2]
  if (parameter.name === 'per_page') return [1, 2, 100]
  if (parameter.name === 'since') {
    return [`<${project.first}.created_at>`, '2100-01-01T00:00:00Z', '2016-01-01T00:00:00Z']
  }
  return valuesOf(parameter, operation, project, world)
}

/**
 * The users who see all that the list has, one of whom the administrator may call as; and anonymous callers, to whom a
 * public project is open on each page.
 */
function callersOf(operation: AskedOperation): readonly Caller[] {
  if (operation.access === 'admin') return [{ as: 'admin' }, { as: 'admin', credential: 'query' }]
  const isSearched = Object.keys(searchOf(operation)).length > 0
  return [
    { as: 'owner' },
    { as: 'developer', credential: 'sudo by name' },
    { as: 'developer' },
    { as: 'owner', credential: 'sudo by id' },
    ...(isOfPlace(operation) || isSearched ? [{ as: 'admin' }] : []),
    ...(operation.access === 'public' ? [{ as: 'nobody' }] : []),
  ]
}

function pathInstead({ path, parameters }: AskedOperation, project: Project): string | undefined {
  const id = parameters.find((one) => one.in === 'path' && one.name === 'id')
  if (!id || ![id.schema.type].flat().includes('string')) return undefined
  if (path.startsWith('/projects')) return pathOf(project)
  return path.startsWith('/groups') ? project.group.path : undefined
}

/** Adds records until each filter keeps several of them and removes others. */
function addVariety(world: World, project: Project): void {
  const id = ref(project.symbol)
  const issues = [
    { labels: 'bug', created_at: '2015-03-01T08:00:00Z', due_date: '2031-01-01' },
    { labels: 'roof', created_at: '2016-04-02T09:00:00Z', assignee_id: ref('developer') },
    { labels: 'bug,roof', created_at: '2017-05-03T10:00:00Z', confidential: true },
    { labels: 'bug,roof', created_at: '2014-06-04T11:00:00Z' },
    { labels: 'bug', created_at: '2013-07-05T12:00:00Z', assignee_id: ref('owner') },
    { created_at: '2018-08-06T13:00:00Z' },
  ].map((sent) => addIssue(world, project, 'owner', sent))
  const own = [{ labels: 'bug,roof' }, { labels: 'roof' }, { labels: 'bug' }].map((sent) =>
    addIssue(world, project, 'developer', sent),
  )
  for (const issue of [...issues.slice(3, 5), ...own.slice(0, 2)]) {
    add(world, 'owner', 'updateIssue', { id, issue_id: ref(issue.symbol), state_event: 'close' })
    issue.isClosed = true
  }
  const merged = addMergeRequest(world, project, { labels: 'roof' })
  addMergeRequest(world, project, { labels: 'bug,roof' })
  const merge = { merge_commit_message: `Merge ${merged.symbol}` }
  const one = { id, merge_request_id: ref(merged.symbol) }
  add(world, 'owner', 'mergeMergeRequest', { ...one, ...merge })
  merged.isMerged = true
  const [issue] = project.issues
  const [request] = project.mergeRequests
  const [snippet] = project.snippets
  for (const author of ['owner', 'developer'] as const) {
    if (issue) addNote(world, project, 'Issue', issue, author)
    if (request) addNote(world, project, 'MergeRequest', request, author)
    // Only its author and administrators see one that is private.
    if (snippet) addNote(world, project, 'Snippet', snippet, snippet.author)
  }
  for (const tag_name of ['w1', 'w2']) {
    add(world, 'developer', 'createTag', { id, tag_name, ref: 'alpha' })
    project.tags.push({ name: tag_name, hasRelease: false })
  }
  for (const note of ['Well done', 'Once more', 'Löst „Lecks“']) {
    add(world, 'developer', 'createCommitComment', { id, sha: 'master', note })
  }
  for (const [name, state, branch] of [
    ['lint', 'pending', 'master'],
    ['lint', 'success', 'master'],
    ['lint', 'failed', 'alpha'],
    ['roof', 'success', 'master'],
    ['roof', 'failed', 'alpha'],
  ] as const) {
    const values = { id, sha: 'master', state, name, ref: branch }
    add(world, 'developer', 'createCommitStatus', values)
  }
  for (const level of [30, 40]) {
    const member = { id, user_id: ref(level === 40 ? 'developer' : 'reporter') }
    add(world, 'owner', 'addProjectMember', { ...member, access_level: level })
  }
  for (const as of ['owner', 'developer']) {
    for (const count of [1, 2]) {
      add(world, as, 'createOwnEmail', { email: `<${world.fresh('email')}.name>@<mail>` })
      add(world, as, 'createOwnSshKey', {
        title: `Key ${count}`,
        key: `<${world.fresh('key')}.key>`,
      })
    }
  }
}
