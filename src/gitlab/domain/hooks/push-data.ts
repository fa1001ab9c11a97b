import type { PushData } from '../../../contract/generated/v3/contract.ts'
import { compareTrees } from '../../../git/diff/difference.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import { type ObjectDatabase, readCommit } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { PushedRecord } from '../../../store/models/event.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Presentation } from '../context.ts'
import { namespaceOf, pathWithNamespace } from '../lookups.ts'
import { timeOf } from '../repositories/commit-text.ts'

const noObject = '0'.repeat(40)

/** Returns the data of a push (`push-data.json`), with the current name and URLs of the project. */
export function pushData(
  presentation: Pick<Presentation, 'store' | 'addresses'>,
  project: ProjectRecord,
  userId: number,
  pushed: PushedRecord,
): PushData {
  const { addresses, store } = presentation
  const namespace = namespaceOf(presentation, project)
  const homepage = addresses.project(namespace, project)
  const { objects } = store
  return {
    before: pushed.before ?? noObject,
    after: pushed.after ?? noObject,
    ref: pushed.ref,
    checkout_sha: pushed.after === null ? null : (peelToCommit(objects, pushed.after) ?? null),
    user_id: userId,
    user_name: pushed.user_name,
    project: projectData(presentation, project),
    repository: {
      name: project.name,
      url: addresses.cloneBySsh(namespace, project),
      description: project.description,
      homepage,
    },
    commits: pushed.commit_ids.map((id) => commitData(objects, readCommit(objects, id), homepage)),
    total_commits_count: pushed.total_commits_count,
  }
}

/** Returns the project of a payload, with its URLs under their older names too. */
export function projectData(
  presentation: Pick<Presentation, 'store' | 'addresses'>,
  project: ProjectRecord,
): NonNullable<PushData['project']> {
  const { addresses, store } = presentation
  const namespace = namespaceOf(presentation, project)
  const web_url = addresses.project(namespace, project)
  const git_ssh_url = addresses.cloneBySsh(namespace, project)
  const git_http_url = addresses.cloneByHttp(namespace, project)
  return {
    name: project.name,
    description: project.description,
    web_url,
    avatar_url: project.avatar_url,
    git_ssh_url,
    git_http_url,
    namespace: namespace.name,
    visibility_level: project.visibility_level,
    path_with_namespace: pathWithNamespace(presentation, project),
    default_branch: store.projects.get(project.id)?.default_branch ?? project.default_branch,
    homepage: web_url,
    url: git_ssh_url,
    ssh_url: git_ssh_url,
    http_url: git_http_url,
  }
}

function commitData(
  objects: ObjectDatabase,
  commit: GitCommit,
  homepage: string,
): PushData['commits'][number] {
  return {
    id: commit.id,
    message: commit.message,
    timestamp: timeOf(commit.committer),
    url: `${homepage}/commit/${commit.id}`,
    author: { name: commit.author.name, email: commit.author.email },
    ...changedPaths(objects, commit),
  }
}

/** The files that a commit changed. */
export type ChangedPaths = Pick<PushData['commits'][number], 'added' | 'modified' | 'removed'>

/** Returns the changed files of a commit. A renamed file counts as removed and added. */
export function changedPaths(objects: ObjectDatabase, commit: GitCommit): ChangedPaths {
  const before = parentTree(objects, commit)
  const differences = compareTrees(objects, before, commit.tree, { renames: false })
  const paths = (isOfKind: (difference: (typeof differences)[number]) => boolean) =>
    differences.filter(isOfKind).map(({ newPath }) => newPath)
  return {
    added: paths(({ newFile }) => newFile),
    modified: paths(({ newFile, deletedFile }) => !newFile && !deletedFile),
    removed: paths(({ deletedFile }) => deletedFile),
  }
}
