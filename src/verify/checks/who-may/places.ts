import {
  type Visibility,
  visibilities,
  visibilityLevels,
} from '../../../contract/visibility-levels.ts'
import { resourcesOf } from '../../contract/resources.ts'
import { createCode, createFixture, createTracker, type Fixture } from '../../fixture/fixture.ts'
import { validParameters } from '../../fixture/requests.ts'
import { at } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import type {
  accessLevels,
  Group,
  Person,
  ProjectOptions,
  TestContext,
} from '../../story/test-context.ts'
import { levelNames, type Role } from './cells.ts'

/** A project in a group with the same visibility, and a member of the group for each role. */
export interface Place {
  readonly visibility: Visibility
  /** The targets in this place: `outsider` is a user who can be added, `member` one who can be removed. */
  readonly fixture: Fixture
  /** The same with records that exist only to be deleted. */
  readonly doomed: Fixture
}

/** The places where permissions are tested, made once per run. */
export interface Places {
  readonly callers: Readonly<Record<Role, Caller>>
  readonly owner: Person
  /** One member for each role, with whom groups are created. */
  readonly members: Members
  /** One place for each visibility level of the server, for reads and refused requests. */
  readonly kept: readonly Place[]
  /** A private place for accepted writes. */
  readonly used: Place
}

type Members = readonly (readonly [Person, keyof typeof accessLevels])[]

type ProjectMembers = NonNullable<ProjectOptions['members']>

/** Makes the places in the context of the first check that needs them. */
export async function createPlaces(t: TestContext): Promise<Places> {
  const base = await t.shared(createFixture)
  const [guest, reporter, developer, master, owner, blocked, member, newcomer, stranger, former] =
    await Promise.all([
      ...[t.user(), t.user(), t.user(), t.user(), t.user()],
      ...[t.user(), t.user(), t.user(), t.user(), t.user()],
    ] as const satisfies readonly Promise<Person>[])
  const people = { guest, reporter, developer, master, owner } as const
  const members: Members = [
    ...levelNames.map((name) => [people[name], name] as const),
    [blocked, 'owner'],
  ]
  const seen = visibilities.filter((one) =>
    t.instance.allowedLevels.includes(visibilityLevels[one]),
  )
  const make = async (visibility: Visibility): Promise<Place> => {
    const others: ProjectMembers = [
      [member, 'reporter'],
      [former, 'master'],
    ]
    const group = await t.group({ visibility, members: [...members, ...others] })
    const fixture = { ...base, owner, member, outsider: newcomer }
    return leave(t, former, await createPlace(t, visibility, group, fixture, others))
  }
  const [used, ...kept] = await Promise.all([make('private'), ...seen.map(make)])
  await t.admin.call('blockUser', { id: blocked.id })
  const callers = { nobody: t.anonymous, stranger, former, blocked, ...people }
  return { callers, owner, members, kept, used }
}

async function createPlace(
  t: TestContext,
  visibility: Visibility,
  group: Group,
  base: Fixture,
  members: ProjectMembers,
): Promise<Place> {
  const { owner } = base
  const project = await t.project({
    visibility,
    group,
    members,
    files: { 'README.md': 'Who may\n', 'lib/leak.rb': 'puts 1\n', '.gitlab-ci.yml': pipeline },
  })
  const { id } = project
  // Users with push access can push to these branches, whereas the default branch may be protected. Neither is merged
  // into it.
  for (const branch_name of [into, doomedBranch]) {
    await owner.call('createBranch', { id, branch_name, ref: 'master' })
    const file_path = branch_name === into ? 'KEPT.md' : 'DOOMED.md'
    const change = { file_path, content: 'One\n', commit_message: 'Add a file' }
    await owner.call('createFile', { id, branch_name, ...change })
  }
  const code = await createCode(owner, project)
  const level = t.instance.allowedLevels.at(-1)
  const records = (branch: string) => createTracker(owner, project, { branch, into, level })
  const [tracker, doomed] = await Promise.all([records(code.branch), records(doomedBranch)])
  await owner.call('createTag', { id, tag_name: doomedTag, ref: 'master' })
  await waitForProtection(t, owner, id)
  const targets = { ...base.targets, ...tracker, ...code }
  const fixture = { ...base, group, project, targets }
  const ends = { ...doomed, branch: doomedBranch, tag: doomedTag }
  return { visibility, fixture, doomed: { ...fixture, targets: { ...targets, ...ends } } }
}

/**
 * Removes a member from a project and its group, waits for a server that does so in the background, and returns the
 * place with who is left.
 */
async function leave(t: TestContext, member: Person, place: Place): Promise<Place> {
  const { group, project, owner } = place.fixture
  // What somebody has read is not shown to them because of that.
  if (place.visibility === 'private') await readAll(t, member, place.fixture)
  await owner.call('removeProjectMember', { id: project.id, user_id: member.id })
  await owner.call('removeGroupMember', { id: group.id, user_id: member.id })
  if (place.visibility === 'private') {
    await t.eventually(
      () => member.attempt('getProject', { id: project.id }),
      ({ status }) => status === 404,
    )
  }
  const left = { ...group, members: group.members.filter(({ id }) => id !== member.id) }
  const { fixture, doomed } = place
  return { ...place, fixture: { ...fixture, group: left }, doomed: { ...doomed, group: left } }
}

/** Reads what there is of a project and its group, whatever the answers are. */
async function readAll(t: TestContext, member: Person, fixture: Fixture): Promise<void> {
  const reads = resourcesOf('v3')
    .flatMap((resource) => t.operations(resource))
    .filter(({ method, hasEffect, permission }) => method === 'GET' && !hasEffect && permission)
  await Promise.all(
    reads.map((read) => member.attempt(read.id, validParameters(read, fixture, t.name))),
  )
}

/** A server may protect the default branch in the background, which would look like the effect of a refused call. */
async function waitForProtection(t: TestContext, owner: Person, id: number): Promise<void> {
  if (!t.instance.settings.default_branch_protection) return
  await t.eventually(
    () => owner.attempt('getBranch', { id, branch: 'master' }),
    ({ body }) => at(body, 'protected') === true,
  )
}

/** The target branch of merge requests and cherry-picks. */
export const into = 'stable'
const doomedBranch = 'feature/doomed'
const doomedTag = 'v0.9'
const pipeline = 'test:\n  script: [make]\nrelease:\n  when: manual\n  script: [make release]\n'
