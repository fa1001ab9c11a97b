import { createPipelinesOfPush } from '../../gitlab/domain/builds/pipelines-of-push.ts'
import { consequences } from '../../gitlab/domain/consequences.ts'
import type { Consequences, Context } from '../../gitlab/domain/context.ts'
import { remindOfConflicts } from '../../gitlab/domain/merge-requests/conflict-reminders.ts'
import { remindOfFailure } from '../../gitlab/domain/merge-requests/failed-pipeline.ts'
import {
  adoptDefaultBranch,
  protectDefaultBranch,
} from '../../gitlab/domain/repositories/default-branch.ts'
import type { Push } from '../../gitlab/domain/repositories/pushes.ts'

/** The ids of projects for which the seed states something explicitly, so that it is not derived from pushes. */
export interface Stated {
  readonly defaultBranch: Set<number>
  readonly protectedBranches: Set<number>
  readonly pipelines: Set<number>
}

export function nothingStated(): Stated {
  return { defaultBranch: new Set(), protectedBranches: new Set(), pipelines: new Set() }
}

/**
 * Returns the consequences that apply while a seed is loaded: all but those that it states explicitly. The last
 * activity of projects is computed once at the end.
 */
export function consequencesBeside(stated: Stated): Consequences {
  const unless = (ids: Set<number>, follow: (context: Context, push: Push) => void) => {
    return (context: Context, push: Push) => {
      if (!ids.has(push.project.id)) follow(context, push)
    }
  }
  return {
    ...consequences,
    eventRecorded: [],
    happened: [],
    // Todos are stated explicitly (`todos` of issues and merge requests).
    mergeRequestCreated: [],
    pipelineMoved: consequences.pipelineMoved.filter((follow) => follow !== remindOfFailure),
    pushed: consequences.pushed
      .filter((follow) => follow !== remindOfConflicts)
      .map((follow) => {
        switch (follow) {
          case adoptDefaultBranch:
            return unless(stated.defaultBranch, follow)
          case protectDefaultBranch:
            return unless(stated.protectedBranches, follow)
          case createPipelinesOfPush:
            return unless(stated.pipelines, follow)
          default:
            return follow
        }
      }),
  }
}
