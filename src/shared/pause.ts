// The original timer is kept: a suite that installs fake timers later still gets its responses.
const startTimer = globalThis.setTimeout

/** Yields to the event loop, so that other requests are answered during long work. */
export const pause = () => new Promise<void>((resolve) => startTimer(resolve, 0))
