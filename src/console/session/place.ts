/** The address of this console, which the server writes into the page. */
const { dataset } = document.documentElement

/** The prefix of the addresses of the world: empty, `/w/checkout`, or `/forge/w/checkout`. */
export const prefix = dataset.prefix ?? ''

/** The base path of the server: empty, or a path such as `/forge`. */
export const serverPrefix = dataset.server ?? ''

/** The address of the world for clients, without the base path of an API: `http://127.0.0.1:8080/w/checkout`. */
export const worldUrl = `${location.origin}${prefix}`

/**
 * Returns the path of the console of another world of the server.
 *
 * @example consoleOf('checkout') // '/w/checkout/_forge/'
 */
export function consoleOf(world: string): string {
  const ofWorld = world === 'default' ? '' : `/w/${encodeURIComponent(world)}`
  return `${serverPrefix}${ofWorld}/_forge/`
}

/** Marks requests of the console itself, for the list of requests and the log of the server. */
export const consoleHeader = 'x-forge-console'
