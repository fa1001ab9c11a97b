import { addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue } from '../records.ts'
import { type Project, people, ref, type World } from '../world.ts'

/** The labels of a moved issue, all of which the other project has: those of the same name are assigned. */
const labels = ['bug', 'bug,cellar', 'cellar,roof,bug', 'two words', 'größer & a/b,bug'] as const

/**
 * Issues with one label or several, moved to another project that has these labels; and to one where the caller may only
 * read.
 */
export function issueMoves(world: World): void {
  const [one, other] = world.projects
  if (!one || !other) return
  for (const project of [one, other]) {
    addIssue(world, project, 'developer', { labels: 'bug,roof,cellar,two words,größer & a/b' })
  }
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const given of labels) {
      const { symbol } = addIssue(world, from, 'developer', { labels: given })
      const moved = world.fresh('issue')
      const id = ref(from.symbol)
      const target = ref(to.symbol)
      const move = { id, issue_id: ref(symbol), to_project_id: target }
      add(world, 'owner', 'moveIssue', move, { makes: moved })
      for (const as of ['owner', 'reporter']) {
        add(world, as, 'getIssue', { id: target, issue_id: ref(moved) })
        add(world, as, 'listIssuesOfProject', { id: target, labels: given })
      }
      add(world, 'owner', 'listIssuesOfProject', { id: target, iid: `<${moved}.iid>` })
    }
  }
  moveToReadOnly(world, one)
}

function moveToReadOnly(world: World, from: Project): void {
  const level = world.levels.at(-1) ?? 0
  const to = addProject(world, addGroup(world, level), level)
  const { symbol } = addIssue(world, from, 'developer', {})
  const one = { id: ref(from.symbol), issue_id: ref(symbol) }
  for (const as of people.filter((person) => person !== 'owner')) {
    add(world, as, 'moveIssue', { ...one, to_project_id: ref(to.symbol) })
    add(world, 'owner', 'getIssue', one)
  }
}
