import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { addGroup } from '../fixture.ts'
import { add } from '../reads.ts'
import { ref, type World } from '../world.ts'

/** Whether those write who are no members is not stated. */
const rightsOf = (as: string) =>
  as === 'stranger' ? { open: 'which roles may call it is not stated' } : {}

/**
 * A user who is no member of a public project or its group, and writes there: what each of both sees of it, before and
 * after a membership that ends.
 */
export function outsideAuthors(world: World): void {
  if (!world.levels.includes(20)) return
  const group = ref(addGroup(world, 20).symbol)
  const project = world.fresh('project')
  const name = `<${project}.name>`
  const features = { issues_enabled: true, snippets_enabled: true, shared_runners_enabled: false }
  const sent = { name, path: name, visibility_level: 20, ...features, namespace_id: group }
  add(world, 'owner', 'createProject', sent, { makes: project })
  const id = ref(project)
  const issues = ['stranger', 'stranger', 'owner'].map((as, place) => {
    const symbol = world.fresh('issue')
    // What becomes of the labels of somebody who may not write is not stated.
    const labels = as === 'owner' ? { labels: 'roof' } : {}
    const values = { id, title: `Leak ${place}`, ...labels, confidential: place === 1 }
    add(world, as, 'createIssue', values, { makes: symbol, ...rightsOf(as) })
    return { id, issue_id: ref(symbol) }
  })
  const [first, , ofOwner] = issues
  const note = world.fresh('note')
  const said = { ...ofOwner, body: 'It leaks here as well' }
  add(world, 'stranger', 'createIssueNote', said, { makes: note, ...rightsOf('stranger') })
  const read = () => {
    for (const as of ['stranger', 'owner', 'guest', 'nobody']) {
      for (const one of issues) add(world, as, 'getIssue', one)
      add(world, as, 'listIssuesOfProject', { id })
      add(world, as, 'listIssuesOfGroup', { id: group })
      if (as === 'nobody') continue
      for (const state of [undefined, 'opened', 'closed'])
        add(world, as, 'listOwnIssues', { per_page: 100, ...(state ? { state } : {}) })
      add(world, as, 'listProjects', { search: '<word>' })
      add(world, as, 'listUserEvents', { id: ref('stranger'), per_page: 100 })
    }
    add(world, 'stranger', 'getIssueNote', { ...ofOwner, note_id: ref(note) })
    add(world, 'owner', 'listProjectUsers', { id })
  }
  const write = (as: string, operation: OperationId<'v3'>, values: Values) => {
    add(world, as, operation, values)
    read()
  }
  read()
  write('owner', 'updateIssue', { ...first, state_event: 'close' })
  const member = { user_id: ref('stranger') }
  write('owner', 'addProjectMember', { id, ...member, access_level: 20 })
  write('owner', 'removeProjectMember', { id, ...member })
  write('owner', 'addGroupMember', { id: group, ...member, access_level: 30 })
  write('owner', 'removeGroupMember', { id: group, ...member })
  write('stranger', 'updateIssueNote', { ...ofOwner, note_id: ref(note), body: 'No longer' })
}
