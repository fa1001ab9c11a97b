/** The states of a build that a runner brings about: until one takes it, it waits, is skipped or is canceled. */
export const runnerStates: ReadonlySet<unknown> = new Set(['running', 'success', 'failed'])
