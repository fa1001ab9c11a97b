import { sessionOf, type Values } from '../../reproduction/history.ts'
import { add } from './reads.ts'
import { accessLevels, type Group, type Project, people, ref, type World } from './world.ts'

/**
 * Adds the users of a history, a group with all of them except the stranger, and two projects in it, of which the second
 * is as visible as the group: as much as is allowed where `isOpen`.
 */
export function addFixture(world: World, isOpen = false): void {
  for (const person of people) addPerson(world, person)
  const group = isOpen ? addGroup(world, world.levels.at(-1) ?? 0) : addGroup(world)
  for (const person of ['master', 'developer', 'reporter', 'guest'] as const) {
    const access_level = accessLevels[person]
    add(world, 'owner', 'addGroupMember', {
      id: ref(group.symbol),
      user_id: ref(person),
      access_level,
    })
    group.members.set(person, access_level)
  }
  for (const level of [0, group.level]) addProject(world, group, level)
  waitForAccess(world)
}

/** Reads the projects of everybody until they have access, which a server may grant in the background. */
function waitForAccess(world: World): void {
  for (const person of people) add(world, person, 'listProjects', { search: '<word>' })
}

function addPerson(world: World, person: string): void {
  const account = {
    username: `<${person}.name>`,
    name: `${person[0]?.toUpperCase()}${person.slice(1)} Forgery`,
    email: `<${person}.name>@<mail>`,
    password: `<${person}.password>`,
    confirm: false,
    bio: 'Mends what leaks',
    location: 'The workshop',
    skype: 'mender',
    linkedin: 'mender',
    twitter: 'mender',
    website_url: 'http://mender.example.com',
    organization: 'Menders',
    projects_limit: 100,
    can_create_group: true,
  }
  add(world, 'admin', 'createUser', account, { makes: person })
  add(
    world,
    person,
    'getCurrentUser',
    {},
    {
      credential: 'sudo by name',
      makes: sessionOf(person),
    },
  )
}

/** Creates an account with a token of its own, and what it has at first. */
export function addAccount(world: World, sent: Values = {}): string {
  const symbol = world.fresh('account')
  const word = `<${symbol}.name>`
  const account = { username: word, name: word, email: `${word}@<mail>`, confirm: false }
  const password = `<${symbol}.password>`
  add(world, 'admin', 'createUser', { ...account, password, ...sent }, { makes: symbol })
  signIn(world, symbol)
  return symbol
}

/** Gives a user a token of their own. */
export function signIn(world: World, symbol: string): void {
  const makes = sessionOf(symbol)
  add(world, symbol, 'getCurrentUser', {}, { credential: 'sudo by id', makes })
}

/** Public records show the most about read access. */
function drawnLevel({ draw, levels }: World): number {
  const highest = levels.at(-1) ?? 0
  return draw.one([...levels, highest, highest])
}

/** Creates a group of the owner. */
export function addGroup(world: World, level = drawnLevel(world)): Group {
  const { draw, groups } = world
  const symbol = world.fresh('group')
  const path = `<${symbol}.name>`
  const values = {
    // The name differs from the path, since a search matches either.
    name: `<${world.fresh('title')}.name>`,
    path,
    description: draw.one(['For the roof', 'For the cellar']),
    visibility_level: level,
    request_access_enabled: draw.isLikely(0.7),
  }
  add(world, 'owner', 'createGroup', values, { makes: symbol })
  const group: Group = { symbol, path, level, members: new Map() }
  groups.push(group)
  return group
}

const pipeline =
  'test:\n  script: [make]\nlint:\n  script: [make lint]\nrelease:\n  when: manual\n  script: [make release]\n'

/** Creates a project in the owner's own namespace, whose members are of no group; reads of groups are those of `group`. */
export function addOwnProject(world: World, group: Group, visibility_level: number): Project {
  const project = addProject(world, group, visibility_level, { namespace_id: undefined })
  for (const person of ['master', 'developer', 'reporter', 'guest'] as const) {
    const member = { user_id: ref(person), access_level: accessLevels[person] }
    add(world, 'owner', 'addProjectMember', { id: ref(project.symbol), ...member })
  }
  waitForAccess(world)
  return { ...project, group: { ...group, path: '<owner.name>' } }
}

/** Creates a project of the owner with a first commit. */
export function addProject(
  world: World,
  group: Group,
  visibility_level: number,
  place: Values = { namespace_id: ref(group.symbol) },
): Project {
  const { draw, projects } = world
  const symbol = world.fresh('project')
  const name = `<${symbol}.name>`
  const values = {
    name,
    path: name,
    ...place,
    description: draw.one(['The roof', 'The cellar']),
    visibility_level,
    issues_enabled: true,
    merge_requests_enabled: true,
    builds_enabled: true,
    wiki_enabled: draw.isLikely(0.5),
    snippets_enabled: true,
    // A runner of the instance would run the builds during the comparison.
    shared_runners_enabled: false,
    public_builds: true,
    only_allow_merge_if_build_succeeds: false,
    only_allow_merge_if_all_discussions_are_resolved: false,
    request_access_enabled: draw.isLikely(0.5),
  }
  add(world, 'owner', 'createProject', values, { makes: symbol })
  const hasBuilds = draw.isLikely(0.4)
  const files = ['README.md', 'lib/leak.rb', ...(hasBuilds ? ['.gitlab-ci.yml'] : [])]
  const contentOf = (file: string) =>
    file === '.gitlab-ci.yml' ? pipeline : `The first of ${file}\n`
  const actions = files.map((file_path) => ({
    action: 'create',
    file_path,
    content: contentOf(file_path),
  }))
  const id = ref(symbol)
  const commit = { id, branch_name: 'master', commit_message: `Begin ${symbol}`, actions }
  const first = world.fresh('commit')
  add(world, 'owner', 'createCommit', commit, { makes: first })
  // Whether the first push protects it is set up by the instance; it is the owner alone who could push then.
  add(world, 'owner', 'unprotectBranch', { id, branch: 'master' })
  const project: Project = {
    symbol,
    name: symbol,
    first,
    level: visibility_level,
    group,
    issues: [],
    mergeRequests: [],
    snippets: [],
    branches: ['alpha'],
    tags: [],
    files: ['README.md', 'lib/leak.rb'],
    builds: [],
    members: new Set(),
  }
  projects.push(project)
  if (hasBuilds) nameBuilds(world, project)
  // Only after the builds are known by their names, since a new branch may get a pipeline of its own.
  add(world, 'owner', 'createBranch', { id, branch_name: 'alpha', ref: 'master' })
  return project
}

/** Pushes a pipeline to the default branch of a project that has none. */
export function addBuilds(world: World, project: Project): void {
  const file = { file_path: '.gitlab-ci.yml', content: pipeline, branch_name: 'master' }
  const commit_message = `Build ${project.symbol}`
  add(world, 'owner', 'createFile', { id: ref(project.symbol), ...file, commit_message })
  nameBuilds(world, project)
}

function nameBuilds(world: World, { symbol, builds }: Project): void {
  for (const build of ['test', 'release']) {
    const made = world.fresh('build')
    const list = { id: ref(symbol), per_page: 100 }
    add(world, 'owner', 'listBuilds', list, { makes: made, from: `[name=${build}]` })
    builds.push(made)
  }
}
