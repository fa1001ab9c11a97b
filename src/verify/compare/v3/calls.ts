import type { OperationContract } from '../../../contract/operation-contract.ts'
import { type Operation, pathParameters } from '../../contract/operation.ts'
import type { Value, Values } from '../../reproduction/history.ts'
import { type Commented, type Person, type Project, ref, UNKNOWN_ID, type World } from './world.ts'

/** The records that a call is about. */
export interface Target {
  readonly project: Project
  readonly issue?: Commented | undefined
  readonly request?: Commented | undefined
  readonly snippet?: Commented | undefined
  readonly person: Person
}

const isHere = ({ isGone }: Commented) => !isGone

/** Returns the first record of each kind in a project, a snippet that the owner may change, and a user. */
export function firstOf(project: Project, person: Person = 'guest'): Target {
  const snippets = project.snippets.filter(isHere)
  return {
    project,
    issue: project.issues.find(isHere),
    request: project.mergeRequests.find(isHere),
    snippet: snippets.findLast(({ author }) => author === 'owner') ?? snippets[0],
    person,
  }
}

/** Returns the path parameters of an operation from a target; undefined where the target lacks one. */
export function addressOf(
  operation: OperationContract,
  { project, issue, request, snippet, person }: Target,
  { belongings }: World,
): Values | undefined {
  const { path, id } = operation
  // Calls without a user in their path are of the owner.
  const holder = path.startsWith('/user/') ? 'owner' : person
  const own = (kind: 'key' | 'email') => {
    const found = belongings.find((one) => one.kind === kind && one.person === holder)
    return found ? ref(found.symbol) : UNKNOWN_ID
  }
  // The second one is manual.
  const [first, manual] = project.builds
  const build = id === 'playBuild' ? manual : first
  const tag = project.tags.find(({ hasRelease }) => id !== 'createRelease' || !hasRelease)
  const [parent] = [
    path.includes('{issue_id}') && issue,
    path.includes('{merge_request_id}') && request,
    path.includes('{snippet_id}') && snippet,
  ].filter((one) => one)
  const note = parent ? parent.notes[0] : undefined
  const ids: readonly (readonly [prefix: string, value: Value])[] = [
    ['/groups', ref(project.group.symbol)],
    ['/users', ref(person)],
    ['/keys', own('key')],
    ['/hooks', UNKNOWN_ID],
  ]
  const known: Readonly<Record<string, Value | undefined>> = {
    id: ids.find(([prefix]) => path.startsWith(prefix))?.[1] ?? ref(project.symbol),
    project_id: ref(project.symbol),
    user_id: ref(person),
    issue_id: issue && ref(issue.symbol),
    merge_request_id: request && ref(request.symbol),
    snippet_id: snippet && ref(snippet.symbol),
    note_id: note ? ref(note.symbol) : UNKNOWN_ID,
    branch: 'alpha',
    tag_name: tag?.name ?? 'v1',
    // A blob has an id of its own.
    sha: !path.includes('/raw_blobs/') ? 'master' : project.blob ? ref(project.blob) : UNKNOWN_ID,
    ref_name: 'master',
    build_id: build === undefined ? UNKNOWN_ID : ref(build),
    deployment_id: UNKNOWN_ID,
    key_id: own('key'),
    email_id: own('email'),
  }
  const given = pathParameters(operation).map(({ name }) => [name, known[name]] as const)
  if (given.some(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(given)
}

/** Returns valid values of the required parameters beside the path; undefined where one is not known. */
export function requiredOf(
  operation: OperationContract,
  { person, project }: Target,
  world: World,
): Values | undefined {
  const unique = operation.method === 'GET' ? '' : world.fresh('fit')
  const name = `<${unique}.name>`
  const fit: Values = {
    filepath: 'README.md',
    file_path: operation.method === 'POST' ? `lib/${unique}.rb` : 'README.md',
    ref: 'master',
    from: 'master',
    to: 'alpha',
    job: 'test',
    branch_name: operation.id === 'createBranch' ? unique : 'master',
    commit_message: `Change ${unique}`,
    content: `puts "${unique}"\n`,
    actions: [{ action: 'create', file_path: `src/${unique}.rb`, content: 'puts 1\n' }],
    title: `The ${unique} leaks`,
    body: `Once more: ${unique}`,
    note: `Once more: ${unique}`,
    code: `puts "${unique}"\n`,
    file_name: `${unique}.rb`,
    visibility_level: 0,
    access_level: 20,
    state: 'success',
    tag_name: unique,
    description: `About ${unique}`,
    source_branch: 'alpha',
    target_branch: 'master',
    branch: 'alpha',
    user_id: ref(person),
    to_project_id: ref((world.projects.find((one) => one !== project) ?? project).symbol),
    name,
    path: name,
    username: name,
    email: `${name}@<mail>`,
    password: `<${unique}.password>`,
    key: `<${unique}.key>`,
  }
  const required = operation.parameters.filter((one) => one.in !== 'path' && one.required)
  const given = required.map((one) => [one.name, fit[one.name]] as const)
  if (given.some(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(given)
}

/** What a write changes that requires nothing: without any of these it may be refused. */
const changes: Values = {
  title: 'The title changes',
  description: 'The description changes',
  bio: 'The text changes',
  level: 'watch',
}

/**
 * Returns valid parameters of an operation: its address, and what it requires or, where that is nothing, one change;
 * undefined where it lacks one of them.
 */
export function validParameters(
  operation: Operation,
  target: Target,
  world: World,
): Values | undefined {
  const address = addressOf(operation, target, world)
  const required = requiredOf(operation, target, world)
  const change = operation.parameters.find(({ name }) => changes[name] !== undefined)
  const changesNothing = operation.method === 'PUT' && Object.keys(required ?? {}).length === 0
  const changed = changesNothing && change ? { [change.name]: changes[change.name] } : {}
  return address && required && { ...address, ...required, ...changed }
}
