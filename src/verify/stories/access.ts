import type { OperationId } from '../../contract/generated/v3/contract.ts'
import {
  type Visibility,
  visibilities,
  visibilityLevels,
} from '../../contract/visibility-levels.ts'
import { at } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { story } from '../story/story.ts'
import type { Person, Project, TestContext } from '../story/test-context.ts'

const levels = ['guest', 'reporter', 'developer', 'master'] as const

/** The visibility of a private, an internal and a public project: by itself, in all lists, searches and events. */
export const visibility = story(
  'who sees which project',
  { about: ['Projects', 'Groups', 'Users'], isLong: true },
  async (t) => {
    const [outsider, owner, ...members] = await Promise.all([
      t.user(),
      t.user(),
      ...levels.map(() => t.user()),
    ])
    const callers: readonly (readonly [string, Caller, readonly Visibility[]])[] = [
      ['an anonymous caller', t.anonymous, ['public']],
      ['an outsider', outsider, ['internal', 'public']],
      ...levels.map(
        (level, index) => [`a ${level}`, members[index] ?? owner, visibilities] as const,
      ),
      ['an owner of the group', owner, visibilities],
      ['an administrator', t.admin, visibilities],
    ]
    for (const level of visibilities) {
      if (isRestricted(t, level)) {
        t.notTested('getProject', `visibility:${level}`, `${level} visibility is restricted here`)
        continue
      }
      const project = await makeProject(t, level, owner, members)
      for (const [who, caller, seen] of callers) {
        const isSeen = seen.includes(level)
        await t.chapter(`${who} and ${article(level)} ${level} project`, async () => {
          await checkProject(t, who, caller, project, level, isSeen)
          if (caller !== t.anonymous) await checkLists(t, who, caller, project, level, isSeen)
        })
      }
    }
  },
)

const article = (level: Visibility) => (level === 'internal' ? 'an' : 'a')

function isRestricted(t: TestContext, level: Visibility): boolean {
  return !t.instance.allowedLevels.includes(visibilityLevels[level])
}

async function makeProject(
  t: TestContext,
  visibility: Visibility,
  owner: Person,
  members: readonly Person[],
): Promise<Project> {
  const group = await t.group({ visibility, members: [[owner, 'owner']] })
  return t.project({
    visibility,
    group,
    members: levels.flatMap((level, index) => {
      const member = members[index]
      return member ? [[member, level] as const] : []
    }),
  })
}

async function checkProject(
  t: TestContext,
  who: string,
  caller: Caller,
  project: Project,
  level: Visibility,
  isSeen: boolean,
): Promise<void> {
  const read = await caller.attempt('getProject', { id: project.id })
  const rule = `${who} ${isSeen ? 'sees' : 'does not see'} ${article(level)} ${level} project.`
  const refused = caller === t.anonymous ? [401, 404] : [404]
  t.expect(read, `visibility:${level}`, sentence(rule)).status(isSeen ? [200] : refused)
  const byPath = await caller.attempt('getProject', { id: project.fullPath })
  t.expect(byPath, `visibility:${level}`, sentence(rule)).status(isSeen ? [200] : refused)
  const events = await caller.attempt('listProjectEvents', { id: project.id })
  t.expect(events, `visibility:${level}`, sentence(`${rule.slice(0, -1)}, nor its events.`)).status(
    isSeen ? [200] : refused,
  )
}

/** Checks the lists that may contain the project, narrowed to it by its unique name. */
async function checkLists(
  t: TestContext,
  who: string,
  caller: Caller,
  project: Project,
  level: Visibility,
  isSeen: boolean,
): Promise<void> {
  const asked: readonly (readonly [OperationId, Readonly<Record<string, unknown>>])[] = [
    ['listVisibleProjects', { search: project.name, per_page: 100 }],
    ...(isSeen
      ? ([['listGroupProjects', { id: project.group.id, search: project.name }]] as const)
      : []),
  ]
  for (const [operation, parameters] of asked) {
    const lists = ({ body }: { readonly body: unknown }) =>
      idsIn(body)?.includes(project.id) ?? false
    // An index that is searched may know of a project a moment later.
    const answer = await t.eventually(
      () => caller.attempt(operation, parameters),
      (one) => lists(one) === isSeen,
    )
    const rule = `${who} ${isSeen ? 'finds' : 'does not find'} ${article(level)} ${level} project in a list.`
    t.expect(answer, `visibility:${level}`, sentence(rule)).equal(lists(answer), isSeen)
  }
  if (isSeen) return
  const mine = await caller.attempt('listProjects', { search: project.name, per_page: 100 })
  t.expect(
    mine,
    `visibility:${level}`,
    `A project that ${who} is no member of is not among theirs.`,
  ).excludes(idsIn(mine.body), [project.id])
  const groups = await caller.attempt('listGroups', {
    search: project.group.name,
    all_available: true,
    per_page: 100,
  })
  t.expect(groups, `visibility:${level}`, `A ${level} group is not listed to ${who}.`).excludes(
    idsIn(groups.body),
    [project.group.id],
  )
  const group = await caller.attempt('getGroup', { id: project.group.id })
  t.expect(group, `visibility:${level}`, `A ${level} group is hidden from ${who}.`).status([
    403, 404,
  ])
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function idsIn(body: unknown): number[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.map((one: unknown) => Number(at(one, 'id')))
}

/** The content of a private project is hidden from non-members everywhere: issues, counts and events. */
export const privateContent = story(
  'the content of a private project',
  { about: ['Issues', 'Merge requests', 'Users'] },
  async (t) => {
    const [jane, eve] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      visibility: 'private',
      members: [
        [jane, 'master'],
        [eve, 'developer'],
      ],
    })
    const title = t.name('secret')
    const issue = await jane.call('createIssue', { id, title, assignee_id: eve.id })
    const own = await eve.call('createIssue', { id, title: `${title} of eve` })
    await t.admin.call('removeProjectMember', { id, user_id: eve.id })
    await t.eventually(
      () => eve.attempt('getProject', { id }),
      ({ status }) => status === 404,
    )

    await t.chapter('issues', async () => {
      for (const issue_id of [issue.body?.id ?? 0, own.body?.id ?? 0]) {
        const read = await eve.attempt('getIssue', { id, issue_id })
        t.expect(
          read,
          'private-project',
          'An issue of a private project is a 404 to others.',
        ).status([404])
      }
      const mine = await eve.call('listOwnIssues', { per_page: 100 })
      t.expect(
        mine,
        'private-project',
        'Issues of projects that are not seen are not listed, not to their author either.',
      ).excludes(
        mine.body?.map((one) => one.id),
        [own.body?.id],
      )
    })

    await t.chapter('events', async () => {
      const seen = await t.eventually(
        () => jane.call('listUserEvents', { id: jane.id, per_page: 100 }),
        ({ body }) => body?.some(({ project_id }) => project_id === id) ?? false,
      )
      t.expect(seen, 'content', 'Members see the events of a private project.').includes(
        seen.body?.map(({ project_id }) => project_id),
        [id],
      )
      const events = await eve.call('listUserEvents', { id: jane.id, per_page: 100 })
      t.expect(
        events,
        'private-project',
        'Events of a private project are not listed to others.',
      ).excludes(
        events.body?.map(({ project_id }) => project_id),
        [id],
      )
    })
  },
)
