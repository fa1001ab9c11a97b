import type { Forge } from '../../../src/forge/forge.ts'
import type { MemberRecord } from '../../../src/store/models/member.ts'
import type { UserRecord } from '../../../src/store/models/user.ts'
import { type Call, readCall, toRequest } from '../mutants/call.ts'
import { editList } from '../mutants/faults/lists.ts'
import { isObject, type Json } from '../mutants/json.ts'
import type { Fault, FaultContext, OperationId } from '../mutants/mutant.ts'

/**
 * Access to projects is worked out in the background, as GitLab 8.15 does: so many milliseconds after
 * somebody joined or left a project or a group, or a project was made in a group. Owners of a group
 * may do all at once in its projects; their lists of projects are late all the same.
 */
export function lateMembers(milliseconds: number): Fault {
  return (context) => {
    const { forge } = context
    const left: { readonly member: MemberRecord; readonly at: number }[] = []
    const hidden = editList(lists, (items, call) =>
      items.filter((item) => !isLate(forge, call, item, milliseconds)),
    )(context)

    return async (request) => {
      const call = await readCall(request)
      const before = forge.db.members.all().slice()
      const response = await answerLate(call, context, hidden, () =>
        pastOf(forge, call, left, Date.now() - milliseconds),
      )
      for (const member of before) {
        if (!forge.db.members.get(member.id)) left.push({ member, at: Date.now() })
      }
      return response
    }
  }
}

/** The lists that show projects by those who have access, or the other way round. */
const lists = ['listProjects', 'listVisibleProjects', 'listProjectUsers'] as const

/** Reads are answered as before; of writes alone the refusals are, as no write may be lost. */
async function answerLate(
  call: Call,
  { hit }: FaultContext,
  hidden: (request: Request) => Promise<Response>,
  past: () => Forge | undefined,
): Promise<Response> {
  const earlier = isOfProjects(call) ? past() : undefined
  if (!earlier) return hidden(toRequest(call))
  const response = await earlier.fetch(toRequest(call))
  if (call.method !== 'GET' && response.ok) return hidden(toRequest(call))
  hit()
  return response
}

const isOfProjects = ({ url, operation }: Call) =>
  /\/api\/v3\/(projects|issues|users\/\d+\/events)\b/.test(url.pathname) &&
  !listed.has(operation) &&
  !/Member/.test(operation ?? '')

const listed: ReadonlySet<OperationId | undefined> = new Set([...lists, 'listOwnedProjects'])

/** The world as whoever asks has access to it; undefined where nothing is outstanding. */
function pastOf(
  forge: Forge,
  call: Call,
  left: readonly { readonly member: MemberRecord; readonly at: number }[],
  due: number,
): Forge | undefined {
  const viewer = viewerOf(forge, call)
  const own = viewer ? forge.db.members.by('user_id', viewer.id) : []
  const joined = own.filter((one) => Date.parse(one.created_at) > due && !isOwner(one))
  const lost = left.filter(
    ({ member, at }) => member.user_id === viewer?.id && at > due && isThere(forge, member),
  )
  if (joined.length + lost.length === 0) return undefined
  const past = forge.fork()
  past.db.members.removeAll(joined.flatMap(({ id }) => past.db.members.get(id) ?? []))
  for (const { member } of lost) past.db.members.insert({ ...member })
  return past
}

const isOwner = ({ source_type, access_level }: MemberRecord) =>
  source_type === 'group' && access_level === 50

/** Nobody joined again, and the place is still there. */
function isThere({ db }: Forge, { source_type, source_id, user_id }: MemberRecord): boolean {
  const places = source_type === 'group' ? db.namespaces : db.projects
  return (
    db.users.get(user_id) !== undefined &&
    places.get(source_id) !== undefined &&
    !db.members
      .by('user_id', user_id)
      .some((one) => one.source_type === source_type && one.source_id === source_id)
  )
}

/** Whether an item of a list is a project, or a user of one, by an access that is not worked out yet. */
function isLate(forge: Forge, call: Call, item: Json, milliseconds: number): boolean {
  if (!isObject(item)) return false
  const due = Date.now() - milliseconds
  const isOfUsers = call.operation === 'listProjectUsers'
  const viewer = viewerOf(forge, call)
  const project = forge.db.projects.get(Number(isOfUsers ? call.path.get('id') : item.id))
  const userId = isOfUsers ? Number(item.id) : viewer?.id
  const isSeenByAll =
    call.operation === 'listVisibleProjects' && (project?.visibility_level || viewer?.is_admin)
  if (!project || userId === undefined || isSeenByAll) return false
  if (forge.db.namespaces.get(project.namespace_id)?.kind !== 'group') return false
  const access = forge.db.members
    .by('user_id', userId)
    .filter(({ source_type, source_id }) =>
      source_type === 'group' ? source_id === project.namespace_id : source_id === project.id,
    )
  if (access.length === 0) return false
  return (
    Date.parse(project.created_at) > due || access.every((one) => Date.parse(one.created_at) > due)
  )
}

function viewerOf({ db }: Forge, { headers }: Call): UserRecord | undefined {
  const token = headers.get('private-token')
  const [credential] = token === null ? [] : db.credentials.by('token', token)
  return credential && db.users.get(credential.user_id)
}
