import type { HookMessage } from '../../activity/hook-message.ts'
import type { PushData } from '../../contract/generated/contract.ts'
import { getObject } from '../../git/database.ts'
import { compareTrees } from '../../git/difference.ts'
import { peelToCommit } from '../../git/revision.ts'
import { parentTree } from '../../git/statistics.ts'
import type { Store } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'

/**
 * What hooks are told of a push: the payload of that release, whose shape document 1, Events, does
 * not show. Beside what the activity list remembers it names the project and the files of each commit.
 */
export function pushMessage(context: Context, push: Push, data: PushData): HookMessage {
  const { store } = context
  const kind = branchOf(push) === undefined ? 'tag_push' : 'push'
  const user = context.viewer.signedIn()
  const after = push.after === undefined ? undefined : getObject(store.objects, push.after)
  return {
    trigger: kind,
    payload: {
      object_kind: kind,
      event_name: kind,
      ...data,
      checkout_sha: after ? (peelToCommit(store.objects, after.id) ?? null) : null,
      message: after?.type === 'tag' ? after.message : null,
      user_email: user.email,
      user_avatar: context.addresses.avatar(user.avatar_url),
      project_id: push.project.id,
      project: projectData(context, push),
      commits: data.commits.map((commit) => ({ ...commit, ...changedPaths(store, commit.id) })),
      repository: {
        ...data.repository,
        git_http_url: context.addresses.cloneByHttp(
          namespaceOf(context, push.project),
          push.project,
        ),
        git_ssh_url: data.repository.url,
        visibility_level: push.project.visibility_level,
      },
    },
  }
}

function projectData(context: Context, { project }: Push) {
  const { addresses, store } = context
  const namespace = namespaceOf(context, project)
  const web_url = addresses.project(namespace, project)
  const git_ssh_url = addresses.cloneBySsh(namespace, project)
  const git_http_url = addresses.cloneByHttp(namespace, project)
  return {
    name: project.name,
    description: project.description,
    web_url,
    avatar_url: addresses.avatar(project.avatar_url),
    git_ssh_url,
    git_http_url,
    namespace: namespace.name,
    visibility_level: project.visibility_level,
    path_with_namespace: `${namespace.path}/${project.path}`,
    default_branch: store.projects.get(project.id)?.default_branch ?? project.default_branch,
    homepage: web_url,
    url: git_ssh_url,
    ssh_url: git_ssh_url,
    http_url: git_http_url,
  }
}

/** A renamed file is one that was removed and one that was added. */
function changedPaths({ objects }: Store, sha: string) {
  const commit = getObject(objects, sha)
  const differences =
    commit?.type === 'commit'
      ? compareTrees(objects, parentTree(objects, commit), commit.tree, { renames: false })
      : []
  const paths = (isOfKind: (difference: (typeof differences)[number]) => boolean) =>
    differences.filter(isOfKind).map(({ newPath }) => newPath)
  return {
    added: paths(({ newFile }) => newFile),
    modified: paths(({ newFile, deletedFile }) => !newFile && !deletedFile),
    removed: paths(({ deletedFile }) => deletedFile),
  }
}
