import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What this process keeps in memory, in bytes. */
export function usedMemory(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Has another process of Node write `kept: BYTES` to its standard error at each SIGUSR2. */
export const reportingMemory = {
  NODE_OPTIONS: `--import ${asUrl(`
    import { setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    process.on('SIGUSR2', () => {
      collectGarbage()
      collectGarbage()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      process.stderr.write('kept: ' + (heapUsed + arrayBuffers) + '\\n')
    })`)}`,
}

function asUrl(module: string): string {
  return `data:text/javascript,${encodeURIComponent(module)}`
}
