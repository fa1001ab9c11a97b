import { firstOf, type Target } from '../calls.ts'
import { addGroup } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest, addNote, addSnippet } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'

/** Adds records until each list has several pages of two, and each filter keeps several of them and removes others. */
export function addVariety(world: World, project: Project): void {
  addPlaces(world, project)
  addIssuesAndRequests(world, project)
  addNotes(world, project)
  addCode(world, project)
  addStatuses(world, project)
  addBelongings(world)
  for (let count = 0; count < 2; count++)
    addSnippet(world, project, 'owner', world.levels.at(-1) ?? 0)
}

/** Returns the records whose lists are asked for: those that `addVariety` adds to, and that all members see. */
export const listedOf = (project: Project): Target => ({
  ...firstOf(project, 'developer'),
  snippet: project.snippets[1],
})

/** Groups of several members, projects in a group and members of a project. */
function addPlaces(world: World, { symbol, group: { symbol: home } }: Project): void {
  const last = world.levels.at(-1) ?? 0
  for (const level of [last, 0, last]) {
    const group = addGroup(world, level)
    for (const person of ['developer', 'reporter'] as const) {
      const member = { id: ref(group.symbol), user_id: ref(person) }
      add(world, 'owner', 'addGroupMember', { ...member, access_level: 30 })
      group.members.set(person, 30)
    }
  }
  for (const description of ['The roof', 'The cellar', 'The door']) {
    const name = `<${world.fresh('project')}.name>`
    const place = { namespace_id: ref(home), visibility_level: 0, shared_runners_enabled: false }
    add(world, 'owner', 'createProject', { name, path: name, description, ...place })
  }
  for (const [person, access_level] of [
    ['reporter', 30],
    ['developer', 40],
    ['master', 40],
    ['guest', 10],
  ] as const) {
    const member = { id: ref(symbol), user_id: ref(person) }
    add(world, 'owner', 'addProjectMember', { ...member, access_level })
  }
}

function addIssuesAndRequests(world: World, project: Project): void {
  const id = ref(project.symbol)
  const issues = [
    { labels: 'bug', created_at: '2015-03-01T08:00:00Z', due_date: '2031-01-01' },
    { labels: 'roof', created_at: '2016-04-02T09:00:00Z', assignee_id: ref('developer') },
    { labels: 'bug,roof', created_at: '2017-05-03T10:00:00Z', confidential: true },
    { labels: 'bug,roof', created_at: '2014-06-04T11:00:00Z' },
    { labels: 'bug', created_at: '2013-07-05T12:00:00Z', assignee_id: ref('owner') },
    { created_at: '2018-08-06T13:00:00Z' },
    { labels: 'two words,two' },
    { labels: 'words' },
  ].map((sent) => addIssue(world, project, 'owner', sent))
  const own = [{ labels: 'bug,roof' }, { labels: 'roof' }, { labels: 'bug' }].map((sent) =>
    addIssue(world, project, 'developer', sent),
  )
  for (const issue of [...issues.slice(3, 5), ...own.slice(0, 2)]) {
    add(world, 'owner', 'updateIssue', { id, issue_id: ref(issue.symbol), state_event: 'close' })
    issue.isClosed = true
  }
  const [first] = project.mergeRequests
  if (first) {
    const one = { id, merge_request_id: ref(first.symbol), title: first.title }
    const branches = { source_branch: first.source, target_branch: 'master' }
    const closed = issues.slice(0, 3).map(({ symbol }) => `#<${symbol}.iid>`)
    const description = `Closes ${closed.join(', ')}`
    add(world, 'developer', 'updateMergeRequest', { ...one, ...branches, description })
    for (const as of ['owner', 'master', 'developer'] as const) {
      const commit_message = `Mend the leak of the ${as}`
      const file = { branch_name: first.source, file_path: `lib/of-${as}.rb`, content: 'puts 2\n' }
      add(world, as, 'createFile', { id, ...file, commit_message })
    }
  }
  const merged = addMergeRequest(world, project, { labels: 'roof' })
  addMergeRequest(world, project, { labels: 'bug,roof' })
  const merge = { merge_commit_message: `Merge ${merged.symbol}` }
  add(world, 'owner', 'mergeMergeRequest', { id, merge_request_id: ref(merged.symbol), ...merge })
  merged.isMerged = true
}

function addNotes(world: World, project: Project): void {
  const { issue, request, snippet } = listedOf(project)
  for (const author of ['owner', 'developer', 'owner'] as const) {
    if (issue) addNote(world, project, 'Issue', issue, author)
    if (request) addNote(world, project, 'MergeRequest', request, author)
    if (snippet) addNote(world, project, 'Snippet', snippet, author)
  }
}

/** Tags, commits by several authors of which the last one changes several files, and comments on it. */
function addCode(world: World, project: Project): void {
  const id = ref(project.symbol)
  for (const tag_name of ['w1', 'w2']) {
    add(world, 'developer', 'createTag', { id, tag_name, ref: 'alpha' })
    project.tags.push({ name: tag_name, hasRelease: false })
  }
  const commit = { id, branch_name: 'master' }
  for (const [as, name] of [
    ['developer', 'one'],
    ['master', 'two'],
    ['owner', 'three'],
  ] as const) {
    const actions = [1, 2, 3].map((count) => {
      const file_path = `${name}/${count}.md`
      return { action: 'create', file_path, content: `The ${file_path}\n` }
    })
    const commit_message = `Add ${name}`
    add(world, as, 'createCommit', { ...commit, commit_message, actions })
  }
  for (const note of ['Well done', 'Once more', 'Löst „Lecks“', 'And again', 'Better'])
    add(world, 'developer', 'createCommitComment', { id, sha: 'master', note })
}

function addStatuses(world: World, { symbol }: Project): void {
  const commit = { id: ref(symbol), sha: 'master' }
  for (const [name, state, ref] of [
    ['lint', 'pending', 'master'],
    ['lint', 'success', 'master'],
    ['lint', 'failed', 'alpha'],
    ['roof', 'success', 'master'],
    ['roof', 'failed', 'alpha'],
  ] as const)
    add(world, 'developer', 'createCommitStatus', { ...commit, state, name, ref })
}

function addBelongings(world: World): void {
  for (const as of ['owner', 'developer'])
    for (const title of ['Home', 'Work', 'Shed', 'Boat']) {
      add(world, as, 'createOwnEmail', { email: `<${world.fresh('email')}.name>@<mail>` })
      add(world, as, 'createOwnSshKey', { title, key: `<${world.fresh('key')}.key>` })
    }
}
