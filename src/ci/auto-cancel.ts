import { z } from '../shared/zod.ts'

/**
 * What a newer commit of the ref cancels: the pipeline, unless a job of it that is not interruptible has started; its
 * interruptible jobs; or nothing.
 */
const onNewCommit = ['conservative', 'interruptible', 'none'] as const
/** Whether the failure of a job cancels the rest of its pipeline. */
const onJobFailure = ['none', 'all'] as const

const written = z.strictObject(
  {
    on_new_commit: z.optional(z.unknown()),
    on_job_failure: z.optional(z.unknown()),
  },
  'config should be a hash',
)

/** The automatic cancellation of a pipeline (doc/ci/yaml/_index.md, `workflow:auto_cancel`). */
export const autoCancel = z.pipe(
  written,
  z.transform(({ on_new_commit, on_job_failure }, context): AutoCancel => {
    const choice = <C extends string>(name: string, value: unknown, choices: readonly C[]) => {
      const chosen = choices.find((one) => one === value)
      if (chosen === undefined && value !== undefined && value !== null) {
        const message = `${name} must be one of: ${choices.join(', ')}`
        context.issues.push({ code: 'custom', message, input: value })
      }
      return chosen
    }
    return {
      on_new_commit: choice('on new commit', on_new_commit, onNewCommit),
      on_job_failure: choice('on job failure', on_job_failure, onJobFailure),
    }
  }),
)

/** The choices of a configuration; undefined for the defaults. */
export interface AutoCancel {
  readonly on_new_commit: (typeof onNewCommit)[number] | undefined
  readonly on_job_failure: (typeof onJobFailure)[number] | undefined
}
