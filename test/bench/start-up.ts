import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { start } from '../cli/command.ts'
import { root } from '../package/root.ts'

const call = promisify(execFile)

/** Milliseconds that a process of Node takes which does nothing. */
export async function bareNodeTime(): Promise<number> {
  const started = performance.now()
  await call(process.execPath, ['-e', '0'])
  return performance.now() - started
}

/** Milliseconds that the import of the built package takes in a process of its own. */
export async function importTime(): Promise<number> {
  const script = `
    const started = performance.now()
    await import(${JSON.stringify(join(root, 'dist/index.js'))})
    console.log(performance.now() - started)`
  const { stdout } = await call(process.execPath, ['--input-type=module', '--eval', script])
  return Number(stdout)
}

/** Milliseconds from the start of `forgery serve` to the end of its first answer. */
export async function firstAnswerTime(): Promise<number> {
  const started = performance.now()
  const command = start(['serve', '--port', '0', '--json'])
  const [line] = await command.until(/^.*\n/)
  const { url, tokens } = JSON.parse(line)
  const headers = { 'private-token': tokens.root }
  const response = await fetch(`${url}/api/v3/projects`, { headers })
  await response.arrayBuffer()
  const milliseconds = performance.now() - started
  command.process.kill()
  await command.finished
  if (response.status !== 200) throw new Error(`The first answer is a ${response.status}.`)
  return milliseconds
}
