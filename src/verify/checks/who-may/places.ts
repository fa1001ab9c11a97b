import {
  type Visibility,
  visibilities,
  visibilityLevels,
} from '../../../contract/visibility-levels.ts'
import { createCode, createFixture, createTracker, type Fixture } from '../../fixture/fixture.ts'
import type { Caller } from '../../story/caller.ts'
import type { accessLevels, Group, Person, TestContext } from '../../story/test-context.ts'
import { levelNames, type Role } from './cells.ts'

/** A project in a group, both of one visibility, with somebody of each level in the group. */
export interface Place {
  readonly visibility: Visibility
  /** What leads there: `outsider` is who may be added to it, `member` who may be removed. */
  readonly fixture: Fixture
  /** The same with records that are there to be deleted: nothing else is on them. */
  readonly doomed: Fixture
}

/** What permissions are tried on, made once a run. */
export interface Places {
  readonly callers: Readonly<Record<Role, Caller>>
  readonly owner: Person
  /** Everybody with a level, as groups are made with them. */
  readonly members: Members
  /** One a visibility that the server has: whoever is sent there is refused, or reads. */
  readonly kept: readonly Place[]
  /** Private, for those who may. */
  readonly used: Place
}

type Members = readonly (readonly [Person, keyof typeof accessLevels])[]

/** Makes the places; the context is that of whichever check needs them first. */
export async function createPlaces(t: TestContext): Promise<Places> {
  const base = await t.shared(createFixture)
  const [guest, reporter, developer, master, owner, blocked, member, newcomer, stranger] =
    await Promise.all([
      ...[t.user(), t.user(), t.user(), t.user(), t.user()],
      ...[t.user(), t.user(), t.user(), t.user()],
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
    const group = await t.group({ visibility, members: [...members, [member, 'reporter']] })
    return createPlace(t, visibility, group, { ...base, owner, member, outsider: newcomer })
  }
  const [used, ...kept] = await Promise.all([make('private'), ...seen.map(make)])
  await t.admin.call('blockUser', { id: blocked.id })
  const callers = { nobody: t.anonymous, stranger, blocked, ...people }
  return { callers, owner, members, kept, used }
}

async function createPlace(
  t: TestContext,
  visibility: Visibility,
  group: Group,
  base: Fixture,
): Promise<Place> {
  const { owner, member } = base
  const project = await t.project({
    visibility,
    group,
    members: [[member, 'reporter']],
    files: { 'README.md': 'Who may\n', 'lib/leak.rb': 'puts 1\n', '.gitlab-ci.yml': pipeline },
  })
  const { id } = project
  // Whoever is said to push may push to these: the default branch may be protected. Neither is merged into it.
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
  const targets = { ...base.targets, ...tracker, ...code }
  const fixture = { ...base, group, project, targets }
  const ends = { ...doomed, branch: doomedBranch, tag: doomedTag }
  return { visibility, fixture, doomed: { ...fixture, targets: { ...targets, ...ends } } }
}

/** The branch that merge requests and picked commits go into. */
export const into = 'stable'
const doomedBranch = 'feature/doomed'
const doomedTag = 'v0.9'
const pipeline = 'test:\n  script: [make]\nrelease:\n  when: manual\n  script: [make release]\n'
