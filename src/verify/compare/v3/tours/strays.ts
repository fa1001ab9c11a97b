import type { OperationId } from '../../../../contract/operation-contract.ts'
import { addressOf, type Target, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { add, noteParents } from '../reads.ts'
import { addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { readRecords } from './callers.ts'
import { entitledTo, readsOf, writesOf } from './operations.ts'

/** The records that are found below their own project alone, by the place of their ids, and the reads of each. */
const ofProjects: Readonly<Record<string, OperationId<'v3'>>> = {
  '{issue_id}': 'getIssue',
  '{merge_request_id}': 'getMergeRequest',
  '{snippet_id}': 'getSnippet',
  '{build_id}': 'getBuild',
}

/** Every operation on a record of a project, below another project: it is not found there, and stays as it is. */
export function strays(world: World): void {
  const [project, other] = world.projects
  if (!project || !other) return
  const target: Target = {
    ...completeTarget(world, project),
    issue: addIssue(world, project, 'owner', {}),
    request: addMergeRequest(world, project, {}),
    snippet: addSnippet(world, project, 'owner', world.levels.at(-1) ?? 0),
  }
  const reads = readsOf(world)
  for (const operation of [...reads, ...writesOf(world)]) {
    const { path, id, method } = operation
    const [, read] = Object.entries(ofProjects).find(([place]) => path.includes(place)) ?? []
    const shown = reads.find((one) => one.id === read)
    const valid = validParameters(operation, target, world)
    const address = shown && addressOf(shown, target, world)
    if (!shown || !valid || !address) continue
    add(world, entitledTo(operation), id, { ...valid, id: ref(other.symbol) })
    if (method !== 'GET') add(world, 'owner', shown.id, address)
  }
  underAnother(world, project)
  buildsOfOthers(world, project)
  readRecords(world, target)
}

/** The number of builds, from the first one on a server, that are asked for below a project of the history. */
const BUILDS_OF_OTHERS = 40

/** What builds left that are of other projects, or of this one, where no runner has run them: nothing. */
function buildsOfOthers(world: World, project: Project): void {
  const id = ref(project.symbol)
  for (let build_id = 1; build_id <= BUILDS_OF_OTHERS; build_id++)
    for (const operation of ['getBuildArtifacts', 'getBuildTrace'] as const)
      add(world, 'owner', operation, { id, build_id })
}

/** Notes below another issue, merge request or snippet of their project: they are not found there, and stay as they are. */
function underAnother(world: World, project: Project): void {
  const id = ref(project.symbol)
  const level = world.levels.at(-1) ?? 0
  const pairs = {
    Issue: [addIssue(world, project, 'owner', {}), addIssue(world, project, 'owner', {})],
    MergeRequest: [addMergeRequest(world, project, {}), addMergeRequest(world, project, {})],
    Snippet: [
      addSnippet(world, project, 'owner', level),
      addSnippet(world, project, 'owner', level),
    ],
  } as const
  for (const on of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    const [parent, other] = pairs[on]
    const note_id = ref(addNote(world, project, on, parent, 'owner'))
    addNote(world, project, on, other, 'owner')
    const own = { id, [noteParents[on]]: ref(parent.symbol), note_id }
    const stray = { id, [noteParents[on]]: ref(other.symbol), note_id }
    add(world, 'owner', `get${on}Note`, stray)
    for (const write of ['update', 'delete'] as const) {
      add(world, 'owner', `${write}${on}Note`, {
        ...stray,
        ...(write === 'update' ? { body: 'Of another' } : {}),
      })
      add(world, 'owner', `get${on}Note`, own)
    }
  }
}
