import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import build from '../package/build.ts'
import { installAlone } from '../package/installed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that has the package installed as npm publishes it. */
    installed: string
  }
}

/** Before the tests of runtimes: packs what is built, once for all of them. */
export default async function pack({ provide }: TestProject): Promise<() => void> {
  build()
  const folder = await installAlone()
  provide('installed', folder)
  return () => rmSync(folder, { recursive: true })
}
