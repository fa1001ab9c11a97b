import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Whether this machine has no chromium: what needs it is skipped. */
export const lacksChromium = !existsSync(executablePath)

/** A title that says why the tests under it are skipped, where they are. */
export function titleOf(subject: string): string {
  if (!lacksChromium) return subject
  return `${subject}: skipped, as there is no ${executablePath} (apt-get install chromium)`
}

/** Background traffic of the browser's own would only be refused by a closed network. */
const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** With the names that the browser is configured to find on this machine, whoever they belong to. */
export function launchChromium(namesOfThisMachine: readonly string[] = []): Promise<Browser> {
  const rules = namesOfThisMachine.map((name) => `MAP ${name} 127.0.0.1`).join(',')
  const args = rules === '' ? quietly : [...quietly, `--host-resolver-rules=${rules}`]
  return chromium.launch({ executablePath, headless: true, args, timeout: 120_000 })
}
