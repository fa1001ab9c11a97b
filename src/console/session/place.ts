/** Where this console is served: the server says so on the page, and everything else follows from it. */
const { dataset } = document.documentElement

/** What stands in paths before the addresses of the world: nothing, `/w/checkout`, or `/forge/w/checkout`. */
export const prefix = dataset.prefix ?? ''

/** What the server itself stands under: nothing, or a path such as `/forge`. */
export const serverPrefix = dataset.server ?? ''

/** What stands before the base paths of the APIs in addresses, for clients: `http://127.0.0.1:8080/w/checkout`. */
export const worldUrl = `${location.origin}${prefix}`

/**
 * The path of the console of another world of the server.
 *
 * @example consoleOf('checkout') // '/w/checkout/_forge/'
 */
export function consoleOf(world: string): string {
  const ofWorld = world === 'default' ? '' : `/w/${encodeURIComponent(world)}`
  return `${serverPrefix}${ofWorld}/_forge/`
}

/** By which a request of the console's own is known, among the requests of the world and in the log of the server. */
export const consoleHeader = 'x-forge-console'
