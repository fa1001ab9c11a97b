import type { Forge } from '../forge.ts'
import { maskAddress } from '../http/journal.ts'
import type { Colours } from './colours.ts'

/** The forge, with a line for each request that it has answered; secrets are masked. */
export function withRequestLog(
  forge: Forge,
  colours: Colours,
  write: (line: string) => void,
): Forge {
  return {
    ...forge,
    async fetch(request) {
      const started = performance.now()
      const response = await forge.fetch(request)
      const milliseconds = (performance.now() - started).toFixed(1)
      const path = maskAddress(new URL(request.url))
      const status = paintStatus(response.status, colours)
      write(`${request.method} ${path} ${status} ${colours.dim(`${milliseconds} ms`)}`)
      return response
    },
  }
}

function paintStatus(status: number, { green, yellow, red }: Colours): string {
  if (status >= 500) return red(String(status))
  return status >= 400 ? yellow(String(status)) : green(String(status))
}
