import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded, fullPath } from '../../../store/record-keys.ts'
import { parentOf } from '../../access/group-tree.ts'
import type { WebAnswer, WebContext } from '../web-request.ts'
import { link, recordPage, shownList } from './record-page.ts'

/** Shows the page of a user or a group by its full path. */
export function namespacePage(context: WebContext, path: string): WebAnswer | undefined {
  const namespace = context.store.namespaces.one('full_path', folded(path))
  if (!namespace) return undefined
  if (namespace.kind === 'group') return groupPage(context, namespace)
  const user = context.store.users.get(namespace.owner_id ?? 0)
  return user && userPage(context, user, namespace)
}

function userPage(context: WebContext, user: UserRecord, namespace: NamespaceRecord): WebAnswer {
  const { viewer } = context
  const { name, username, private_profile } = user
  const isShown = !private_profile || viewer.isAdmin || viewer.user?.id === user.id
  const profile = isShown
    ? {
        'Job title': user.job_title || null,
        Organization: user.organization || null,
        Location: user.location || null,
        Website: user.website_url || null,
        'E-mail': user.public_email || null,
        'Member since': user.created_at.slice(0, 10),
      }
    : {}
  return recordPage(context, {
    kind: 'User',
    title: name,
    fields: { Username: username, State: user.state, ...profile },
    text: isShown ? user.bio : null,
    lists: isShown ? { Projects: projectsIn(context, namespace) } : {},
  })
}

/** Shows the page of a group that the viewer can see. */
export function groupPage(context: WebContext, group: NamespaceRecord): WebAnswer | undefined {
  const { store, viewer } = context
  if (group.kind !== 'group' || !viewer.seesGroup(group)) return undefined
  const path = fullPath(group)
  const parent = parentOf(store, group)
  const subgroups = store.namespaces
    .by('parent_id', group.id)
    .filter((one) => viewer.seesGroup(one))
  return recordPage(context, {
    kind: 'Group',
    title: group.name,
    above: parent ? [link(context, `/groups/${fullPath(parent)}`, parent.name)] : [],
    fields: { Path: path, Visibility: visibilityNames[group.visibility_level] },
    text: group.description,
    lists: {
      Pages: shownList(['milestones', 'labels'], (part) =>
        link(context, `/groups/${path}/-/${part}`, part),
      ),
      Subgroups: shownList(subgroups, (one) => link(context, `/groups/${fullPath(one)}`, one.name)),
      Projects: projectsIn(context, group),
    },
  })
}

function projectsIn(context: WebContext, namespace: NamespaceRecord) {
  const { store, viewer } = context
  const projects = store.projects
    .by('namespace_id', namespace.id)
    .filter((project) => viewer.sees(project))
  return shownList(projects, ({ path, name }) =>
    link(context, `/${fullPath(namespace)}/${path}`, name),
  )
}
