import type { PushData } from '../../contract/generated/contract.ts'
import { readCommit } from '../../git/database.ts'
import type { GitCommit } from '../../git/objects.ts'
import type { PushedRecord } from '../../store/models/event.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Presentation } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { timeOf } from '../repositories/commit-text.ts'

const noObject = '0'.repeat(40)

/** What was pushed (document 1, Activity event), with the project as it is called and found now. */
export function pushData(
  presentation: Presentation,
  project: ProjectRecord,
  userId: number,
  pushed: PushedRecord,
): PushData {
  const { addresses, store } = presentation
  const namespace = namespaceOf(presentation, project)
  const homepage = addresses.project(namespace, project)
  return {
    before: pushed.before ?? noObject,
    after: pushed.after ?? noObject,
    ref: pushed.ref,
    user_id: userId,
    user_name: pushed.user_name,
    repository: {
      name: project.name,
      url: addresses.cloneBySsh(namespace, project),
      description: project.description,
      homepage,
    },
    commits: pushed.commit_ids.map((id) => commitData(readCommit(store.objects, id), homepage)),
    total_commits_count: pushed.total_commits_count,
  }
}

function commitData(commit: GitCommit, homepage: string): PushData['commits'][number] {
  return {
    id: commit.id,
    message: commit.message,
    timestamp: timeOf(commit.committer),
    url: `${homepage}/commit/${commit.id}`,
    author: { name: commit.author.name, email: commit.author.email },
  }
}
