import type { BuildRecord } from '../../../store/models/build.ts'
import type { StateTable } from '../state-table.ts'

export type BuildState = BuildRecord['status']

/** The state table of builds. */
export const buildStates = {
  /** The stage of the build starts: a runner can take the build. */
  enqueue: { from: ['created'], to: 'pending' },
  /** The stage of the build starts without it. */
  skip: { from: ['created'], to: 'skipped' },
  /** An earlier build is retried: a skipped one waits for its stage again. */
  wait: { from: ['skipped'], to: 'created' },
  run: { from: ['created', 'pending', 'running'], to: 'running' },
  succeed: { from: ['created', 'pending', 'running'], to: 'success' },
  fail: { from: ['created', 'pending', 'running'], to: 'failed' },
  cancel: { from: ['created', 'pending', 'running'], to: 'canceled' },
  /** The pipeline of a manual build is canceled before the build was played. */
  abandon: { from: ['skipped'], to: 'canceled' },
  retry: { from: ['success', 'failed', 'canceled'], to: 'pending' },
  /** A manual build is played. */
  play: { from: ['created', 'skipped'], to: 'pending' },
} as const satisfies StateTable<BuildState>

export type BuildEvent = keyof typeof buildStates
