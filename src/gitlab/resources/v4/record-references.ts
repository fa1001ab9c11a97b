import type { RecordReferences } from '../../../contract/generated/v4/contract.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../../domain/lookups.ts'
import { pathWithNamespace } from '../../domain/lookups.ts'
import type { Place } from '../../domain/place.ts'

/**
 * Returns the references to an issue (`#2`) or a merge request (`!2`) of a project
 * (schemas/v4/resources/record-references.json).
 */
export function recordReferences(
  context: WithStore,
  short: string,
  project: ProjectRecord,
  place: Place,
): RecordReferences {
  const full = `${pathWithNamespace(context, project)}${short}`
  return { short, relative: relativeReference(short, full, project, place), full }
}

function relativeReference(
  short: string,
  full: string,
  { id, namespace_id, path }: ProjectRecord,
  place: Place,
): string {
  switch (place.kind) {
    case 'project':
      if (place.project.id === id) return short
      return place.project.namespace_id === namespace_id ? `${path}${short}` : full
    case 'group':
      return place.group.id === namespace_id ? `${path}${short}` : full
    case 'instance':
      return full
  }
}
