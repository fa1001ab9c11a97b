import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { step, token, url } from './steps.mjs'

/** semantic-release in the demo world: its command releases what was pushed to a project, and pushes the tag itself. */
const repository = 'tidewater/website'
const here = dirname(fileURLToPath(import.meta.url))
const room = mkdtempSync(join(here, 'semantic-release-'))
const folder = join(room, 'website')
const run = promisify(execFile)
const who = { name: 'Marta Lindqvist', email: 'marta@tidewater.example' }
const env = {
  ...process.env,
  HOME: room,
  GITLAB_TOKEN: token,
  GITLAB_URL: url,
  GIT_AUTHOR_NAME: who.name,
  GIT_AUTHOR_EMAIL: who.email,
  GIT_COMMITTER_NAME: who.name,
  GIT_COMMITTER_EMAIL: who.email,
  GIT_TERMINAL_PROMPT: '0',
}
const git = (...words) => run('git', words, { cwd: folder, env })
const address = `${url.replace('://', `://marta:${token}@`)}/${repository}.git`
const project = `projects/${encodeURIComponent(repository)}`
const get = async (path) => {
  const headers = { 'PRIVATE-TOKEN': token }
  const response = await fetch(`${url}/api/v4/${project}/${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function pushed(file, message) {
  writeFileSync(join(folder, file), `${message}\n`)
  await git('add', '-A')
  await git('commit', '-q', '-m', message)
  await git('push', '-q', 'origin', 'HEAD')
}

/** Runs it to its end; what it says. */
async function released() {
  const words = [
    join(here, 'node_modules/semantic-release/bin/semantic-release.js'),
    '--no-ci',
    '--branches=master',
    `--repository-url=${url}/${repository}.git`,
    '--plugins=@semantic-release/commit-analyzer',
    '--plugins=@semantic-release/release-notes-generator',
    '--plugins=@semantic-release/gitlab',
  ]
  try {
    return (await run(process.execPath, words, { cwd: folder, env, timeout: 120_000 })).stdout
  } catch ({ message, stderr = '' }) {
    throw new Error(stderr.split('\n').find((line) => line.includes('✘')) ?? message)
  }
}

async function wrongOf(version, words) {
  const said = await released()
  if (!said.includes(`Published release ${version} `)) return said.split('\n').at(-2)
  const tag = await get(`repository/tags/v${version}`)
  const head = (await git('rev-parse', 'HEAD')).stdout.trim()
  if (tag.commit.id !== head) return `the tag is at ${tag.commit.id}, not ${head}`
  const { description } = await get(`releases/v${version}`)
  return description.includes(words) ? undefined : `its notes are ${description}`
}

await step('git clone', () => run('git', ['clone', '-q', address, folder], { env }))
await step('git push of a feature', () => pushed('greeting.txt', 'feat: greet who comes'))
await step('semantic-release, the first release', () => wrongOf('1.0.0', 'greet who comes'))
await step('git push of a fix', () => pushed('greeting.txt', 'fix: greet by name'))
await step('semantic-release, the next release', () => wrongOf('1.0.1', 'greet by name'))
await step('semantic-release with nothing to release', async () => {
  const said = await released()
  return said.includes('There are no relevant changes') ? undefined : said.split('\n').at(-2)
})
