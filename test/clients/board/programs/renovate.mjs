import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { step, token, url } from './steps.mjs'

/**
 * Renovate, in the demo world: its own runs of a repository, then each function of its gitlab platform, the module
 * through which its runs speak to GitLab.
 */
const endpoint = `${url}/api/v4/`
const repository = 'tidewater/website'
/** Renovate makes and pushes it, and a merge request of it. */
const pushedBranch = 'renovate/tidewater-style-guide-2.x'
/** The functions of the platform are tried on branches that the API made. */
const branch = 'renovate/tidewater-style-guide-2.0.x'
/** Its pipeline waits for a runner. */
const checkedBranch = 'renovate/pin-dependencies'
const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'node_modules/renovate/dist')
const room = mkdtempSync(join(here, 'renovate-'))
const call = async (method, path, body) => {
  const response = await fetch(endpoint + path, {
    method,
    headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`)
  return answer && JSON.parse(answer)
}
const project = `projects/${encodeURIComponent(repository)}`

/** Runs Renovate to its end; what it logged. */
function runRenovate(name, ...options) {
  const home = join(room, name)
  mkdirSync(home)
  const words = [
    join(dist, 'renovate.js'),
    '--platform=gitlab',
    `--endpoint=${endpoint}`,
    `--base-dir=${home}`,
    '--git-author=Renovate <renovate@renovate.example>',
    ...options,
  ]
  const env = { ...process.env, HOME: home, RENOVATE_TOKEN: token }
  const logging = { LOG_FORMAT: 'json', LOG_LEVEL: 'debug', RENOVATE_X_IGNORE_RE2: 'true' }
  return new Promise((resolve, reject) => {
    const options = { env: { ...env, ...logging }, timeout: 120_000, maxBuffer: 2 ** 28 }
    execFile(process.execPath, words, options, (error, stdout) => {
      const log = stdout.split('\n').filter((line) => line.startsWith('{'))
      if (error) reject(error)
      else resolve(log.map((line) => JSON.parse(line)))
    })
  })
}
/** What is wrong with a run: it may warn of nothing, and has to have logged this. */
function wrongOf(log, ...expected) {
  const problem = log.find(({ level }) => level >= 40)
  if (problem) return `${problem.msg} ${problem.err?.message ?? ''}`
  const missing = expected.find((text) => !log.some(({ msg }) => msg.includes(text)))
  return missing && `it does not say "${missing}"`
}

await step('a dependency on an old tag of another project', async () => {
  await call('POST', 'projects/tidewater%2Fstyle-guide/repository/tags', {
    tag_name: 'v1.0.0',
    ref: 'master',
  })
  await call('POST', 'projects/tidewater%2Fstyle-guide/repository/tags', {
    tag_name: 'v2.0.0',
    ref: 'master',
  })
  const include =
    'include:\n  - project: tidewater/style-guide\n    file: ci.yml\n    ref: v1.0.0\n'
  await call('POST', `${project}/repository/commits`, {
    branch: 'master',
    commit_message: 'Take the stages of the style guide',
    actions: [{ action: 'create', file_path: 'ci/include.gitlab-ci.yml', content: include }],
  })
})
await step('renovate --autodiscover --dry-run=extract', async () => {
  const filter = '--autodiscover-filter=tidewater/*'
  const log = await runRenovate('discover', '--autodiscover', filter, '--dry-run=extract')
  return wrongOf(log, 'Autodiscovered repositories')
})
await step('renovate --dry-run=full, the onboarding', async () => {
  const log = await runRenovate('onboarding', '--dry-run=full', repository)
  return wrongOf(log, 'DRY-RUN: Would commit files to onboarding branch', 'DRY-RUN: Would create')
})
await step('a configuration for Renovate', () =>
  call('POST', `${project}/repository/files/renovate.json`, {
    branch: 'master',
    commit_message: 'Configure Renovate',
    content: JSON.stringify({ extends: ['config:recommended'], labels: ['dependencies'] }),
  }),
)
await step('renovate --dry-run=full', async () => {
  const log = await runRenovate('dry', '--dry-run=full', repository)
  return wrongOf(log, `DRY-RUN: Would commit files to branch ${pushedBranch}`)
})
await step('renovate, which pushes a branch and makes its merge request', async () => {
  const wrong = wrongOf(await runRenovate('run', repository), 'PR created')
  if (wrong) return wrong
  const found = await call('GET', `${project}/merge_requests?source_branch=${pushedBranch}`)
  const changes = await call('GET', `${project}/merge_requests/${found[0]?.iid}/diffs`)
  const lines = changes.flatMap(({ diff }) => diff.split('\n'))
  return lines.some((line) => /^\+.*ref: v2\.0\.0/.test(line)) ? undefined : lines.join('\n')
})
await step('renovate once more, which has nothing to change', async () =>
  wrongOf(await runRenovate('again', repository), 'does not need updating'),
)

async function makeBranch(name, message) {
  await call('POST', `${project}/repository/commits`, {
    branch: name,
    start_branch: 'master',
    commit_message: message,
    actions: [{ action: 'create', file_path: `${name}.txt`, content: 'v2.0.0\n' }],
  })
}
await step('branches for the functions of the platform', async () => {
  await makeBranch(branch, 'Update dependency tidewater/style-guide to v2 [skip ci]')
  await makeBranch(checkedBranch, 'Pin dependencies')
})
process.env.LOG_LEVEL = 'fatal'
process.env.RENOVATE_X_IGNORE_RE2 = 'true'
process.env.RENOVATE_X_GITLAB_MERGE_REQUEST_DELAY = '1'
const load = (path) => import(pathToFileURL(join(dist, path)))
const { GlobalConfig } = await load('config/global.js')
const { initPlatform } = await load('modules/platform/index.js')
const { init: initMemory } = await load('util/cache/memory/index.js')
const { syncGit } = await load('util/git/index.js')
const { clearProblems, getProblems, init: initLogger } = await load('logger/index.js')
const platform = await load('modules/platform/gitlab/index.js')
await initLogger()
initMemory()
/** A step of the platform, which warns of what it goes on without. */
const platformStep = (name, run) =>
  step(name, async () => {
    clearProblems()
    const wrong = await run()
    const [problem] = getProblems()
    return wrong ?? (problem && `${problem.msg} ${problem.err?.message ?? ''}`)
  })
const expect = (found, expected) =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? undefined
    : `it is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
let pr
/** The merge request as it is now: a run of Renovate remembers what it read. */
const seen = () => {
  initMemory()
  return platform.getPr(pr.number)
}

await platformStep('initPlatform', async () => {
  const localDir = join(room, 'clone')
  mkdirSync(localDir)
  GlobalConfig.set({ localDir, platform: 'gitlab', endpoint, internalHostAccess: 'allow' })
  const { gitAuthor } = await initPlatform({ platform: 'gitlab', endpoint, token })
  return expect(gitAuthor, 'Marta Lindqvist <marta@tidewater.example>')
})
await platformStep('getRepos', async () => {
  const found = await platform.getRepos({ namespaces: ['tidewater'], sort: 'id', order: 'asc' })
  return found.includes(repository) ? undefined : `it finds ${found.join(', ')}`
})
await platformStep('initRepo', async () => {
  const { defaultBranch, isFork } = await platform.initRepo({ repository })
  await syncGit()
  return expect([defaultBranch, isFork], ['master', false])
})
await platformStep('getBranchForceRebase', async () =>
  expect(await platform.getBranchForceRebase(), false),
)
await platformStep('getJsonFile', async () =>
  expect((await platform.getJsonFile('renovate.json')).labels, ['dependencies']),
)
await platformStep('getRawFile of another project', async () => {
  const text = await platform.getRawFile('words.md', 'tidewater/style-guide', 'v1.0.0')
  return text.length > 0 ? undefined : 'it is empty'
})
await platformStep('getBranchStatus before checks', async () =>
  expect(await platform.getBranchStatus(branch), 'yellow'),
)
await platformStep('setBranchStatus', () =>
  platform.setBranchStatus({
    branchName: branch,
    context: 'renovate/stability-days',
    description: 'Updates have met minimum release age requirement',
    state: 'green',
    url: 'https://docs.example/stability',
  }),
)
await platformStep('getBranchStatusCheck', async () =>
  expect(await platform.getBranchStatusCheck(branch, 'renovate/stability-days'), 'green'),
)
await platformStep('getBranchStatus', async () => {
  initMemory()
  return expect(await platform.getBranchStatus(branch, true), 'green')
})
await platformStep('createPr', async () => {
  pr = await platform.createPr({
    sourceBranch: branch,
    targetBranch: 'master',
    prTitle: 'Update dependency tidewater/style-guide to v2',
    prBody: 'This PR updates a dependency.',
    labels: ['dependencies', 'renovate'],
    platformPrOptions: { autoApprove: true },
  })
  return expect([pr.state, pr.labels], ['open', ['dependencies', 'renovate']])
})
await platformStep('getPrList', async () => {
  const found = await platform.getPrList()
  return found.some(({ number }) => number === pr.number) ? undefined : 'it is not listed'
})
await platformStep('findPr', async () =>
  expect((await platform.findPr({ branchName: branch, state: 'open' }))?.number, pr.number),
)
await platformStep('findPr of other authors', async () => {
  const found = await platform.findPr({ branchName: branch, includeOtherAuthors: true })
  return expect(found?.number, pr.number)
})
await platformStep('getBranchPr', async () =>
  expect((await platform.getBranchPr(branch))?.number, pr.number),
)
await platformStep('updatePr', async () => {
  await platform.updatePr({
    number: pr.number,
    prTitle: 'Update dependency tidewater/style-guide to v2.0.0',
    prBody: 'This PR updates a dependency, said again.',
    addLabels: ['major'],
    removeLabels: ['renovate'],
  })
  const { title, labels } = await seen()
  const expected = ['Update dependency tidewater/style-guide to v2.0.0', ['dependencies', 'major']]
  return expect([title, labels], expected)
})
await platformStep('updatePr, closed and opened again', async () => {
  const { prTitle, prBody } = { prTitle: 'Update it', prBody: 'As before' }
  const states = []
  for (const state of ['closed', 'open']) {
    await platform.updatePr({ number: pr.number, prTitle, prBody, state })
    states.push((await seen()).state)
  }
  return expect(states, ['closed', 'open'])
})
await platformStep('deleteLabel', async () => {
  await platform.deleteLabel(pr.number, 'major')
  return expect((await seen()).labels, ['dependencies'])
})
await platformStep('addAssignees', async () => {
  await platform.addAssignees(pr.number, ['marta'])
  return expect((await seen()).hasAssignees, true)
})
await platformStep('addReviewers', async () => {
  await platform.addReviewers(pr.number, ['jonas'])
  return expect((await seen()).reviewers, ['jonas'])
})
await platformStep('expandGroupMembers', async () => {
  const found = await platform.expandGroupMembers(['tidewater', '@marta'])
  return found.length > 1 && found.includes('marta') ? undefined : `it finds ${found.join(', ')}`
})
await platformStep('filterUnavailableUsers', async () =>
  expect(await platform.filterUnavailableUsers(['marta']), ['marta']),
)
await platformStep('ensureComment', async () => {
  const said = { number: pr.number, topic: 'Edited/Blocked Notification' }
  await platform.ensureComment({ ...said, content: 'This PR was edited.' })
  initMemory()
  await platform.ensureComment({ ...said, content: 'This PR was edited twice.' })
  const notes = await call('GET', `${project}/merge_requests/${pr.number}/notes`)
  const found = notes.filter(({ body }) => body.startsWith(`### ${said.topic}`))
  return expect(
    found.map(({ body }) => body.split('\n').at(-1)),
    ['This MR was edited twice.'],
  )
})
await platformStep('ensureCommentRemoval', async () => {
  initMemory()
  const topic = 'Edited/Blocked Notification'
  await platform.ensureCommentRemoval({ type: 'by-topic', number: pr.number, topic })
  const notes = await call('GET', `${project}/merge_requests/${pr.number}/notes`)
  return notes.some(({ body }) => body.startsWith('###')) ? 'the comment is still there' : undefined
})
await platformStep('ensureIssue', async () => {
  const said = { title: 'Detected dependencies', labels: ['dependencies'] }
  const first = await platform.ensureIssue({ ...said, body: 'This PR list is empty.' })
  initMemory()
  const second = await platform.ensureIssue({ ...said, body: 'This PR list has one.' })
  return expect([first, second], ['created', 'updated'])
})
await platformStep('findIssue', async () =>
  expect((await platform.findIssue('Detected dependencies'))?.body, 'This MR list has one.'),
)
await platformStep('ensureIssueClosing', async () => {
  await platform.ensureIssueClosing('Detected dependencies')
  const [issue] = await call('GET', `${project}/issues?search=Detected%20dependencies`)
  return expect(issue.state, 'closed')
})
await platformStep('mergePr', async () => {
  const isMerged = await platform.mergePr({ branchName: branch, id: pr.number })
  return expect([isMerged, (await seen()).state], [true, 'merged'])
})
await platformStep('createPr, merged once its pipeline succeeds', async () => {
  const { number } = await platform.createPr({
    sourceBranch: checkedBranch,
    targetBranch: 'master',
    prTitle: 'Pin dependencies',
    prBody: 'This PR pins dependencies.',
    platformPrOptions: { usePlatformAutomerge: true },
  })
  const made = await call('GET', `${project}/merge_requests/${number}`)
  return expect([made.state, made.merge_when_pipeline_succeeds], ['opened', true])
})
await platformStep('reattemptPlatformAutomerge, without approval rules', () =>
  platform.reattemptPlatformAutomerge({
    number: pr.number,
    platformPrOptions: { gitLabIgnoreApprovals: true },
  }),
)
