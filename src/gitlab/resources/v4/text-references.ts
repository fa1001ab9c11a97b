import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'
import { findCommit } from '../../domain/repositories/repositories.ts'
import { firstMatches } from '../../domain/tracker/code-blocks.ts'
import { labelOf } from '../../domain/tracker/labels.ts'
import { milestonesFor } from '../../domain/tracker/milestones.ts'
import { referencesIn, resolveReferences } from '../../domain/tracker/references.ts'
import { issueAddress, mergeRequestAddress } from './addresses.ts'

/** A part of a text that refers to a record which the viewer may see. */
export interface LinkedReference {
  /** The type in `data-reference-type` and in the class. */
  readonly type: 'issue' | 'merge_request' | 'user' | 'label' | 'milestone' | 'commit'
  readonly id: number | string
  readonly address: string
  readonly title: string
  /** The text of the link. */
  readonly text: string
}

/**
 * The parts of a text that can be references: `#1`, `group/project!1`, `@jane`, `~bug`, `~"two words"`, `%v1` and
 * the ids of commits. The look-behinds let a part begin only at the start of a word.
 */
export const referencePattern =
  /(?<![\w&./#!@~%-])(?:(?:\w[\w./-]*)?[#!]\d{1,10}\b|@\w(?:[\w./-]*[\w-])?|[~%](?:"[^"\n]{1,255}"|\w(?:[\w.:-]*\w)?)|[0-9a-f]{7,40}\b)/g

/** Returns the references of a text, by the parts of the text. */
export function linkedReferences(
  presentation: Presentation,
  project: ProjectRecord,
  text: string,
): Map<string, LinkedReference> {
  const parts = new Set(firstMatches(text, referencePattern).map(([part]) => part))
  const found = new Map<string, LinkedReference>()
  for (const part of parts) {
    const reference = linkedReference(presentation, project, part)
    if (reference) found.set(part, reference)
  }
  return found
}

function linkedReference(
  presentation: Presentation,
  project: ProjectRecord,
  part: string,
): LinkedReference | undefined {
  if (/[#!]\d+$/.test(part)) return numberedReference(presentation, project, part)
  const name = part.slice(1).replace(/^"(.*)"$/, '$1')
  switch (part[0]) {
    case '@':
      return userReference(presentation, name)
    case '~':
      return labelReference(presentation, project, name)
    case '%':
      return milestoneReference(presentation, project, name)
    default:
      return commitReference(presentation, project, part)
  }
}

function numberedReference(
  presentation: Presentation,
  project: ProjectRecord,
  part: string,
): LinkedReference | undefined {
  const [found] = resolveReferences(presentation, project, referencesIn(part, presentation))
  if (!found) return undefined
  if (found.type === 'Issue') {
    const { id, title } = found.issue
    return {
      type: 'issue',
      id,
      address: issueAddress(found.issue, presentation),
      title,
      text: part,
    }
  }
  const { id, title } = found.mergeRequest
  const address = mergeRequestAddress(found.mergeRequest, presentation)
  return { type: 'merge_request', id, address, title, text: part }
}

function userReference(
  { store, addresses }: Presentation,
  name: string,
): LinkedReference | undefined {
  const user = store.users.one('username', folded(name))
  if (!user) return undefined
  const text = `@${user.username}`
  return { type: 'user', id: user.id, address: addresses.user(user), title: user.name, text }
}

function labelReference(
  presentation: Presentation,
  project: ProjectRecord,
  title: string,
): LinkedReference | undefined {
  const label = labelOf(presentation.store, project, title)
  if (!label) return undefined
  const issues = `${projectAddress(presentation, project.id)}/-/issues`
  const address = `${issues}?label_name=${encodeURIComponent(title)}`
  return { type: 'label', id: label.id, address, title: label.description ?? '', text: title }
}

function milestoneReference(
  presentation: Presentation,
  project: ProjectRecord,
  name: string,
): LinkedReference | undefined {
  const milestone = milestonesFor(presentation.store, project).find(
    ({ title, iid, project_id }) =>
      title === name || (project_id === project.id && String(iid) === name),
  )
  if (!milestone) return undefined
  const group = presentation.store.namespaces.get(milestone.group_id ?? 0)
  const base = group
    ? presentation.addresses.group(group)
    : projectAddress(presentation, project.id)
  const address = `${base}/-/milestones/${milestone.iid}`
  const { id, title } = milestone
  return { type: 'milestone', id, address, title, text: `%${title}` }
}

function commitReference(
  presentation: Presentation,
  project: ProjectRecord,
  id: string,
): LinkedReference | undefined {
  if (!presentation.viewer.can('download_code', project)) return undefined
  const commit = findCommit(presentation.store, project, id)
  if (!commit?.id.startsWith(id)) return undefined
  const [title = ''] = commit.message.split('\n')
  const address = `${projectAddress(presentation, project.id)}/-/commit/${commit.id}`
  return { type: 'commit', id: commit.id, address, title, text: commit.id.slice(0, 8) }
}
