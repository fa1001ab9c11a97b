import type { Value, Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch } from '../records.ts'
import { ref, type World } from '../world.ts'
import { createLook } from './look.ts'

/** Each way through the states of a commit status. */
const ways: readonly (readonly string[])[] = [
  ['pending', 'running', 'success', 'pending', 'running', 'failed', 'success'],
  ['pending', 'failed', 'running', 'canceled'],
  ['running', 'canceled', 'pending', 'success'],
  ['success', 'failed'],
  ['failed', 'canceled', 'success'],
]

const readers = ['owner', 'developer', 'reporter', 'stranger', 'admin', 'nobody']

/** Statuses of commits through all states, on two refs and two commits, with what commits and filters show of them. */
export function statusStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const [topic, other] = [addBranch(world, project), addBranch(world, project)]
  const shas = [topic, other].map((branch) => {
    const commit = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha: branch }, { makes: commit })
    return [branch, `<${commit}.id>`] as const
  })
  for (const [place, [branch, sha]] of shas.entries()) {
    const look = createLook(world, {
      shows: ['CommitDetail', 'CommitStatus', 'CommitInList'],
      target: firstOf(project, 'developer'),
      by: readers,
      values: { sha, ref_name: branch },
      without: ['listBuilds'],
    })
    const statuses = (values: Readonly<Record<string, Value>>) =>
      add(world, 'reporter', 'listCommitStatuses', { id, sha, per_page: 100, ...values })
    look.wide()
    for (const [index, states] of ways.entries()) {
      const name = index === 2 ? `größer/${index}` : `check-${index}`
      const naming = index === 3 ? { context: name } : { name }
      for (const state of states) {
        const more: Values =
          index % 2 === 0
            ? { description: `It is ${state}`, target_url: `http://checks.example.com/${state}` }
            : {}
        add(world, 'developer', 'createCommitStatus', {
          ...{ id, sha, state, ref: branch },
          ...naming,
          ...more,
        })
        look.near()
        statuses({ name })
        statuses({ name, all: true })
        if (place === 0) statuses({ ref: branch })
      }
      statuses({})
      statuses({ all: true })
      statuses({ ref: 'master' })
    }
    add(world, 'reporter', 'createCommitStatus', { id, sha, state: 'success', ref: branch })
    look.wide()
  }
  // A status is of its commit alone, and not of what the branch of that commit had before, or another branch.
  const [[, first] = ['', ''], [, second] = ['', '']] = shas
  const next = addCommit(world, id, topic)
  add(world, 'developer', 'createCommitStatus', { id, sha: next, state: 'failed', ref: topic })
  for (const sha of [first, next, second, topic, other])
    for (const values of [{}, { all: true }, { ref: topic }, { ref: topic, all: true }])
      add(world, 'owner', 'listCommitStatuses', { id, sha, per_page: 100, ...values })
  nameAlike(world, { id, sha: first, ref: topic })
}

/** Statuses whose names differ in capitals alone, or begin alike: each is one of its own, also where it is asked for. */
function nameAlike(world: World, commit: Values): void {
  const names = ['alike', 'Alike', 'alike:slow', 'like']
  for (const name of names)
    add(world, 'developer', 'createCommitStatus', { ...commit, name, state: 'pending' })
  add(world, 'developer', 'createCommitStatus', { ...commit, name: 'alike', state: 'success' })
  const { id, sha } = commit
  for (const name of names)
    for (const all of [false, true])
      add(world, 'owner', 'listCommitStatuses', { id, sha, name, all, per_page: 100 })
}

/** Adds a commit to a branch, and returns the placeholder of its id. */
function addCommit(world: World, id: string, branch: string): string {
  const [file, commit] = [world.fresh('file'), world.fresh('commit')]
  const content = { content: 'puts 1\n', commit_message: `Add ${file}` }
  add(world, 'owner', 'createFile', {
    ...{ id, branch_name: branch, file_path: `lib/${file}.rb` },
    ...content,
  })
  add(world, 'owner', 'getCommit', { id, sha: branch }, { makes: commit })
  return `<${commit}.id>`
}
