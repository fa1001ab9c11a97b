import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch } from '../records.ts'
import { ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

const states: readonly Values[] = [
  {},
  { message: 'The first' },
  { release_description: 'What is new' },
  { message: 'The second', release_description: 'What is *new*' },
]

const readers = ['owner', 'developer', 'reporter', 'stranger', 'admin', 'nobody']

/** Tags, annotated or not, with and without a release, of the default branch, another one and a removed one. */
export function tagStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const id = ref(project.symbol)
  const gone = addBranch(world, project)
  for (const from of ['master', 'alpha', gone]) {
    for (const sent of states) {
      const tag_name = world.fresh('w')
      const one = { id, tag_name }
      const look = createLook(world, {
        shows: ['Tag', 'TagInList', 'CommitDetail', 'RepositoryFile'],
        target: firstOf(project, 'developer'),
        by: readers,
        values: { tag_name, ref: tag_name, sha: tag_name },
      })
      const write = (as: string, operation: 'createTag', more: Values) => {
        add(world, as, operation, { ...one, ref: from, ...more })
        look.near()
      }
      write('developer', 'createTag', sent)
      look.wide()
      write('owner', 'createTag', { message: 'Once more' })
      if (from === gone && sent === states[0]) {
        add(world, 'developer', 'deleteBranch', { id, branch: gone })
        look.wide()
        write('developer', 'createTag', sent)
        const kept = world.fresh('commit')
        add(world, 'owner', 'getCommit', { id, sha: tag_name }, { makes: kept })
        const again = { id, branch_name: gone, ref: `<${kept}.id>` }
        add(world, 'master', 'createBranch', again)
        add(world, 'owner', 'getBranch', { id, branch: gone })
      }
      release(world, one, look)
      const commit = world.fresh('commit')
      add(world, 'owner', 'getTag', one, { makes: commit, from: 'commit' })
      add(world, 'owner', 'getCommit', { id, sha: `<${commit}.id>` })
      add(world, 'owner', 'listCommits', { id, ref_name: tag_name, per_page: 100 })
      for (let times = 0; times < 2; times++) {
        add(world, 'developer', 'deleteTag', one)
        look.near()
      }
      add(world, 'owner', 'updateRelease', { ...one, description: 'Of none' })
      add(world, 'owner', 'createRelease', { ...one, description: 'Of none' })
      write('developer', 'createTag', {})
      look.wide()
      release(world, one, look)
    }
  }
}

/** Describes a tag, twice and anew, whatever it has already. */
function release(
  world: World,
  one: { readonly id: string; readonly tag_name: string },
  look: Look,
) {
  for (const [operation, description] of [
    ['updateRelease', 'Changed at first'],
    ['createRelease', 'Made of it'],
    ['createRelease', 'Made of it again'],
    ['updateRelease', 'Was ist „neu“ – 日本'],
    ['updateRelease', 'Was ist „neu“ – 日本'],
  ] as const) {
    add(world, 'developer', operation, { ...one, description })
    look.near()
  }
}
