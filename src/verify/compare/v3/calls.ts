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

/** Returns the first record of each kind in a project, and a user. */
export function firstOf(project: Project, person: Person = 'guest'): Target {
  return {
    project,
    issue: project.issues.find(isHere),
    request: project.mergeRequests.find(isHere),
    snippet: project.snippets.find(isHere),
    person,
  }
}

/** Returns the path parameters of an operation from a target; undefined where the target lacks one. */
export function addressOf(
  operation: OperationContract,
  { project, issue, request, snippet, person }: Target,
  { belongings }: World,
): Values | undefined {
  const { path } = operation
  const own = (kind: 'key' | 'email') => {
    const found = belongings.find((one) => one.kind === kind && one.person === person)
    return found ? ref(found.symbol) : UNKNOWN_ID
  }
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
    tag_name: project.tags[0]?.name ?? 'v1',
    // A blob has an id of its own.
    sha: !path.includes('/raw_blobs/') ? 'master' : project.blob ? ref(project.blob) : UNKNOWN_ID,
    ref_name: 'master',
    build_id: project.builds[0] ? ref(project.builds[0]) : UNKNOWN_ID,
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
    to_project_id: ref(project.symbol),
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

/** Returns valid parameters of an operation: its address and what it requires; undefined where it lacks one of them. */
export function validParameters(
  operation: Operation,
  target: Target,
  world: World,
): Values | undefined {
  const address = addressOf(operation, target, world)
  const required = requiredOf(operation, target, world)
  return address && required && { ...address, ...required }
}
