import { execFile } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startProgram } from '../cli/command.ts'
import { lacks } from '../programs.ts'
import { install, versionOf } from './install.ts'
import { installIn, useOfTheLibrary } from './suite.ts'

const packageName = '@cloudflare/workerd-linux-64'
const { folder: modules = '', missing } = install('workerd')
if (missing !== undefined) console.error(`Not tested: ${missing}.`)
const program = join(modules, packageName, 'bin/workerd')

/**
 * That the library runs in a worker and is mounted there; one world for each Durable Object is
 * another test's.
 */
describe.skipIf(missing !== undefined)(
  `workerd${missing === undefined ? '' : `: ${missing}`}`,
  () => {
    let folder = ''
    let running: Running
    let origin = ''

    beforeAll(async () => {
      folder = installIn('present')
      const bundle = await rolldown({
        input: join(folder, 'worker.js'),
        platform: 'browser',
        external: /^node:/,
      })
      await bundle.write({ file: join(folder, 'bundled/worker.js'), codeSplitting: false })
      cpSync(join(folder, 'worker.capnp'), join(folder, 'bundled/worker.capnp'))
      running = startProgram(program, ['serve', '--control-fd=1', 'bundled/worker.capnp'], folder)
      const [, port] = await running.until(/"socket":"http","port":(\d+)/)
      origin = `http://127.0.0.1:${port}`
    })
    afterAll(async () => {
      running?.process.kill()
      await running?.finished
      rmSync(folder, { recursive: true, force: true })
    })

    it('is the version that it says', async () => {
      const { stdout } = await promisify(execFile)(program, ['--version'])
      const [, released = ''] = versionOf('workerd', packageName).split('.')
      expect(stdout.replaceAll('-', '')).toContain(released)
    })

    it('runs the library', async () => {
      expect(await (await fetch(`${origin}/library`)).json()).toEqual(useOfTheLibrary)
    })

    it('rejects where answers are to be checked', async () => {
      expect(await (await fetch(`${origin}/checked`)).json()).toBe('EvalError')
    })

    it('mounts it below a path', async () => {
      const headers = { 'PRIVATE-TOKEN': 'jane-token' }
      const response = await fetch(`${origin}/forge/api/v3/projects/1`, { headers })
      const { web_url } = await response.json()
      expect([response.status, web_url]).toEqual([200, `${origin}/forge/jane/website`])
      expect((await fetch(`${origin}/forge/_forge/health`)).status).toBe(200)
    })

    it.skipIf(lacks('git'))('lets git clone from it', async () => {
      const url = origin.replace('//', '//jane:jane-token@')
      const words = ['clone', '--quiet', `${url}/forge/jane/website.git`, 'cloned']
      await promisify(execFile)('git', words, { cwd: folder })
      expect(existsSync(join(folder, 'cloned/README.md'))).toBe(true)
    })
  },
)
