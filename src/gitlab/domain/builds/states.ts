import type { BuildRecord } from '../../../store/models/build.ts'
import type { StateTable } from '../state-table.ts'

export type BuildState = BuildRecord['status']

/** The states of a build, and what changes them. */
export const buildStates = {
  /** Its stage starts: a runner may take it. */
  enqueue: { from: ['created'], to: 'pending' },
  /** Its stage starts and passes it over. */
  skip: { from: ['created'], to: 'skipped' },
  /** An earlier build runs again: a skipped one waits for its stage once more. */
  wait: { from: ['skipped'], to: 'created' },
  run: { from: ['created', 'pending', 'running'], to: 'running' },
  succeed: { from: ['created', 'pending', 'running'], to: 'success' },
  fail: { from: ['created', 'pending', 'running'], to: 'failed' },
  cancel: { from: ['created', 'pending', 'running'], to: 'canceled' },
  /** A manual build that nobody played, with its pipeline. */
  abandon: { from: ['skipped'], to: 'canceled' },
  retry: { from: ['success', 'failed', 'canceled'], to: 'pending' },
  /** Of a manual build alone. */
  play: { from: ['created', 'skipped'], to: 'pending' },
} as const satisfies StateTable<BuildState>

export type BuildEvent = keyof typeof buildStates
