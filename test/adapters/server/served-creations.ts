import { GCProfiler, type GCProfilerResult } from 'node:v8'
import { listen } from '../../../src/adapters/server/listen.ts'
import { createForge } from '../../../src/index.ts'

/**
 * Serves a world, and tells its address; then, of each message but the first, how many bytes came to live among
 * old objects since the message before.
 */
const forge = await createForge({
  seed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] },
  validateResponses: false,
})
const { url } = await listen(forge, { port: 0 })
let profiler: GCProfiler | undefined
process.on('message', () => {
  const result = profiler?.stop()
  profiler = new GCProfiler()
  profiler.start()
  process.send?.(result ? promoted(result) : 0)
})
process.send?.(url)

function promoted({ statistics }: GCProfilerResult): number {
  let bytes = 0
  for (const { gcType, beforeGC, afterGC } of statistics) {
    if (gcType === 'Scavenge') bytes += oldBytes(afterGC) - oldBytes(beforeGC)
  }
  return bytes
}

type Heap = GCProfilerResult['statistics'][number]['beforeGC']

function oldBytes({ heapSpaceStatistics }: Heap): number {
  return heapSpaceStatistics.find(({ spaceName }) => spaceName === 'old_space')?.spaceUsedSize ?? 0
}
