import { publish, verifyConditions } from '@semantic-release/gitlab'
import { step, token, url } from './steps.mjs'

/** @semantic-release/gitlab: what its plugin does for a release of a project. */
const call = async (method, path, body) => {
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}
const logger = { log() {}, success() {}, error() {}, warn() {}, info() {} }
const context = {
  env: { GITLAB_TOKEN: token, GITLAB_URL: url },
  logger,
  cwd: process.cwd(),
  options: { repositoryUrl: `${url}/root/released.git` },
}
await step('a project with a tag', async () => {
  await call('POST', '/projects', { name: 'released', initialize_with_readme: true })
  await call('POST', '/projects/root%2Freleased/repository/tags', {
    tag_name: 'v1.0.0',
    ref: 'main',
  })
})
await step('verifyConditions', () => verifyConditions({ gitlabUrl: url }, context))
await step('publish', async () => {
  const released = await publish(
    { gitlabUrl: url },
    {
      ...context,
      nextRelease: { gitTag: 'v1.0.0', gitHead: 'main', notes: 'The first', version: '1.0.0' },
    },
  )
  if (!released?.url?.includes('/-/releases/v1.0.0')) return `its address is ${released?.url}`
})
