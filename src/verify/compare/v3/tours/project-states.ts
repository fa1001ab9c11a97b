import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { addGroup } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue } from '../records.ts'
import { type Group, type Project, pathOf, ref, type World } from '../world.ts'
import { createLook } from './look.ts'

/** What a project has besides its visibility: each feature switched off alone, all of them, and none. */
const features = [
  'issues_enabled',
  'merge_requests_enabled',
  'builds_enabled',
  'wiki_enabled',
  'snippets_enabled',
] as const
const all = Object.fromEntries(features.map((name) => [name, true]))
const none = Object.fromEntries(features.map((name) => [name, false]))
const states: readonly Values[] = [
  all,
  ...features.map((name) => ({ ...all, [name]: false })),
  { ...none, public_builds: false, request_access_enabled: false },
  {
    ...all,
    public_builds: false,
    request_access_enabled: true,
    only_allow_merge_if_build_succeeds: true,
    only_allow_merge_if_all_discussions_are_resolved: true,
  },
]

const everybody = ['owner', 'developer', 'guest', 'stranger', 'admin', 'nobody']

/** Projects of each visibility with each feature off, empty or with a commit: who sees them, and what works in them. */
export function projectStates(world: World): void {
  const [first] = world.projects
  const group = addGroup(world)
  if (!first) return
  const possible = world.levels.filter((level) => level <= group.level)
  add(world, 'owner', 'addGroupMember', {
    id: ref(group.symbol),
    user_id: ref('developer'),
    access_level: 30,
  })
  add(world, 'developer', 'getGroup', { id: ref(group.symbol) })
  for (const level of possible) {
    for (const [place, sent] of states.entries()) {
      // Every feature is off in one of the levels; all levels have all on and all off.
      const isTried = place === 0 || place === 6 || place % possible.length === level / 10
      if (isTried) live(world, make(world, group, level, sent), sent)
    }
  }
  add(world, 'owner', 'listGroupProjects', { id: ref(group.symbol), per_page: 100 })
  add(world, 'admin', 'deleteGroup', { id: ref(group.symbol) })
  add(world, 'owner', 'listOwnedProjects', { search: '<word>' })
  add(world, 'owner', 'listVisibleProjects', { search: '<word>' })
  add(world, 'developer', 'listProjects', { search: '<word>' })
  for (const search of ['<word>', undefined]) {
    add(world, 'admin', 'listAllProjects', { search, per_page: 100 })
    for (const as of ['admin', 'owner']) add(world, as, 'listGroups', { search, per_page: 100 })
  }
  for (const as of everybody) {
    add(world, as, 'getGroup', { id: ref(group.symbol) })
    for (const { symbol } of world.projects.filter((one) => one.group === group))
      add(world, as, 'getProject', { id: ref(symbol) })
  }
}

function make(world: World, group: Group, level: number, sent: Values): Project {
  const symbol = world.fresh('project')
  const name = `<${symbol}.name>`
  const place = { namespace_id: ref(group.symbol), shared_runners_enabled: false }
  const values = { name, path: name, visibility_level: level, ...place, ...sent }
  add(world, 'owner', 'createProject', values, { makes: symbol })
  const project: Project = {
    ...{ symbol, name: symbol, first: '', level, group },
    ...{ issues: [], mergeRequests: [], snippets: [], branches: [], tags: [], files: [] },
    ...{ builds: [], members: new Set() },
  }
  world.projects.push(project)
  return project
}

/** Reads a project while it is empty and when it has a commit, and writes what is on. */
function live(world: World, project: Project, sent: Values): void {
  const id = ref(project.symbol)
  const look = createLook(world, {
    shows: ['Project'],
    target: firstOf(project, 'developer'),
    by: everybody,
    without: ['listStarredProjects', 'getGroup'],
  })
  look.wide()
  for (const operation of ['listBranches', 'listTags', 'listIssuesOfProject'] as const)
    if (operation !== 'listIssuesOfProject' || sent.issues_enabled === true)
      add(world, 'owner', operation, { id })
  const file = { file_path: 'README.md', branch_name: 'master', content: 'Once\n' }
  const commit_message = `Begin ${project.symbol}`
  add(world, 'owner', 'createFile', { id, ...file, commit_message })
  look.near()
  add(world, 'developer', 'listBranches', { id })
  add(world, 'master', 'createBranch', { id, branch_name: 'topic', ref: 'master' })
  const more = { file_path: 'more.md', branch_name: 'topic', content: 'More\n' }
  const message = `Add more to ${project.symbol}`
  add(world, 'developer', 'createFile', { id, ...more, commit_message: message })
  if (sent.issues_enabled === true) {
    const issue = addIssue(world, project, 'developer', { labels: 'bug' })
    const one = { id, issue_id: ref(issue.symbol) }
    for (const as of everybody) add(world, as, 'getIssue', one)
    add(world, 'owner', 'updateIssue', { ...one, state_event: 'close' })
    look.near()
    add(world, 'owner', 'listIssuesOfGroup', { id: ref(project.group.symbol) })
  }
  if (sent.merge_requests_enabled === true) {
    const made = world.fresh('mergeRequest')
    const branches = { source_branch: 'topic', target_branch: 'master' }
    const values = { id, ...branches, title: `Mend ${project.symbol}` }
    add(world, 'developer', 'createMergeRequest', values, { makes: made })
    const one = { id, merge_request_id: ref(made) }
    for (const as of everybody) if (as !== 'guest') add(world, as, 'getMergeRequest', one)
    add(world, 'owner', 'listMergeRequests', { id })
  }
  if (sent.snippets_enabled === true) {
    const made = world.fresh('snippet')
    const visibility_level = world.levels[0] ?? 0
    const values = { title: 'One', file_name: 'one.rb', code: 'puts 1\n', visibility_level }
    add(world, 'developer', 'createSnippet', { id, ...values }, { makes: made })
    for (const as of everybody) add(world, as, 'getSnippet', { id, snippet_id: ref(made) })
    add(world, 'developer', 'listSnippets', { id })
  }
  add(world, 'owner', 'createTag', { id, tag_name: 'v1', ref: 'topic' })
  add(world, 'owner', 'listTags', { id })
  add(world, 'owner', 'listProjectEvents', { id, per_page: 100 })
}

/**
 * Groups that are renamed, made more or less visible, given a project and deleted: everything in them is read before
 * and after by each user, by ids and by paths.
 */
export function groupStates(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const home = project.group
  const group = addGroup(world)
  const level = world.levels.find((one) => one <= group.level) ?? 0
  const own = make(world, group, level, all)
  const file = { file_path: 'README.md', branch_name: 'master', content: 'Once\n' }
  const commit = { ...file, commit_message: `Begin ${own.symbol}` }
  add(world, 'owner', 'createFile', { id: ref(own.symbol), ...commit })
  const issue = addIssue(world, own, 'owner', { labels: 'bug' })
  const readOne = (one: Project) => {
    const looks = [one.symbol === own.symbol ? issue : one.issues[0]].flatMap((found) =>
      createLook(world, {
        shows: ['GroupBrief', 'Project', 'Issue', 'MergeRequest', 'Event', 'Snippet'],
        target: { ...firstOf(one, 'developer'), issue: found },
        by: everybody,
        without: ['listStarredProjects'],
      }),
    )
    for (const look of looks) look.wide()
    for (const as of everybody) add(world, as, 'getProject', { id: pathOf(one) })
    for (const operation of ['listCommits', 'listProjectEvents', 'listProjectMembers'] as const)
      add(world, 'owner', operation, { id: pathOf(one) })
    add(world, 'owner', 'listGroupMembers', { id: one.group.path })
  }
  readOne(own)
  const id = ref(group.symbol)
  const changes: readonly Values[] = [
    { path: `<${world.fresh('group')}.name>` },
    { name: `<${world.fresh('title')}.name>`, description: 'Another' },
    ...world.levels.filter((one) => one >= level).map((one) => ({ visibility_level: one })),
    { request_access_enabled: true, visibility_level: group.level },
  ]
  for (const sent of changes) {
    add(world, 'owner', 'updateGroup', { id, ...sent })
    if (typeof sent.path === 'string') group.path = sent.path
    readOne(own)
  }
  const project_id = ref(project.symbol)
  if (project.level <= group.level) {
    for (const to of [group, home]) {
      add(world, 'owner', 'transferProjectToGroup', { id: ref(to.symbol), project_id })
      add(world, 'admin', 'transferProjectToGroup', { id: ref(to.symbol), project_id })
      project.group = to
      readOne(project)
      for (const one of [group, home]) {
        add(world, 'owner', 'listGroupProjects', { id: ref(one.symbol), per_page: 100 })
        add(world, 'owner', 'listIssuesOfGroup', { id: ref(one.symbol), per_page: 100 })
      }
    }
  }
  add(world, 'developer', 'deleteGroup', { id })
  add(world, 'owner', 'deleteGroup', { id })
  readOne(own)
  add(world, 'owner', 'deleteGroup', { id })
  readOne(project)
}
