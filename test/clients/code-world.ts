import type { Seed } from '../../src/seed/schema.ts'
import type { Running } from './running-forge.ts'
import { clientsWorld, id } from './world.ts'

/** NUL bytes and bytes that are no UTF-8. */
export const logo = 'AAECA//+/QBnaWY='

/**
 * The world of the clients with code. The history of acme/website, oldest first, its default branch
 * protected:
 *
 *   first     master         README.md, src/app.js, docs/guide/intro.md, logo.gif; tagged v0.9
 *   second    master         src/app.js changed by bob; tagged v1.0, with a message and a release;
 *                            the branch release/1.x stands here
 *   login     feature/login  src/login.js by bob, from second
 *   typo      fix/typo       README.md changed by carol, from second
 *   moved     master         docs/guide/intro.md becomes docs/guide/start.md
 *   merged    master         fix/typo merged
 */
const website: NonNullable<Seed['projects']>[number]['repository'] = {
  commits: [
    {
      label: 'first',
      message: 'Begin\n\nWith all kinds of files.\n',
      author: 'jane',
      at: '2017-01-01T10:00:00Z',
      actions: [
        { action: 'create', file_path: 'README.md', content: '# Site\n\nA site of ouers.\n' },
        { action: 'create', file_path: 'src/app.js', content: 'one\ntwo\nthree\n' },
        { action: 'create', file_path: 'docs/guide/intro.md', content: 'hello\n' },
        { action: 'create', file_path: 'logo.gif', content: logo, encoding: 'base64' },
      ],
    },
    {
      label: 'second',
      message: 'Count further',
      author: 'bob',
      at: '2017-01-02T10:00:00Z',
      actions: [{ action: 'update', file_path: 'src/app.js', content: 'one\nTWO\nthree\nfour\n' }],
    },
    {
      label: 'login',
      branch: 'feature/login',
      message: 'Let people in',
      author: 'bob',
      at: '2017-01-03T10:00:00Z',
      actions: [{ action: 'create', file_path: 'src/login.js', content: 'login()\n' }],
    },
    {
      label: 'typo',
      branch: 'fix/typo',
      message: 'Mend a typo',
      author: 'carol',
      at: '2017-01-04T10:00:00Z',
      actions: [
        { action: 'update', file_path: 'README.md', content: '# Site\n\nA site of ours.\n' },
      ],
    },
    {
      label: 'moved',
      message: 'Call it start',
      author: 'jane',
      at: '2017-01-05T10:00:00Z',
      actions: [
        {
          action: 'move',
          file_path: 'docs/guide/start.md',
          previous_path: 'docs/guide/intro.md',
        },
      ],
    },
    {
      label: 'merged',
      message: "Merge branch 'fix/typo'",
      author: 'jane',
      at: '2017-01-06T10:00:00Z',
      merge: 'fix/typo',
    },
  ],
  branches: { 'release/1.x': 'second' },
  tags: [
    { name: 'v0.9', ref: 'first' },
    {
      name: 'v1.0',
      ref: 'second',
      message: 'Version one',
      by: 'jane',
      release_description: 'It *counts*.',
    },
  ],
}

const blog: typeof website = {
  commits: [
    {
      message: 'First post',
      author: 'jane',
      at: '2017-01-01T10:00:00Z',
      actions: [{ action: 'create', file_path: 'first.md', content: 'Ahoy\n' }],
    },
  ],
  tags: [{ name: 'posted' }],
}

const repositories = new Map(Object.entries({ 'acme/website': website, 'jane/blog': blog }))

export const codeWorld: Seed = {
  ...clientsWorld,
  projects: clientsWorld.projects?.map((project) => {
    const repository = repositories.get(project.path)
    return repository ? { ...project, repository } : project
  }),
}

/**
 * The world with builds: of second all are over, but for a manual one; of login some still go on.
 */
export const buildsWorld: Seed = {
  ...codeWorld,
  pipelines: [
    {
      project: 'acme/website',
      commit: 'second',
      by: 'jane',
      builds: [
        {
          name: 'compile',
          stage: 'build',
          trace: 'compiling\n',
          artifacts: { filename: 'site.zip', content: 'UEsDBAD//v4=', encoding: 'base64' },
        },
        { name: 'deploy', stage: 'deploy', environment: 'production' },
        {
          name: 'roll back',
          stage: 'after',
          status: 'skipped',
          when: 'manual',
          environment: 'production',
        },
      ],
    },
    {
      project: 'acme/website',
      ref: 'feature/login',
      by: 'bob',
      builds: [
        { name: 'compile', stage: 'build', trace: 'compiling more\n' },
        { name: 'rspec', stage: 'test', status: 'running', trace: 'so far\n' },
        { name: 'lint', stage: 'test', status: 'failed', trace: 'a tab\n', allow_failure: true },
      ],
    },
  ],
}

/** The id of the commit that a branch or a tag without a message of the website names. */
export function shaOf({ forge }: Running, name: string): string {
  const refs = forge.db.repositories.get(id.website)?.refs
  const sha = refs?.get(`refs/heads/${name}`) ?? refs?.get(`refs/tags/${name}`)
  if (sha === undefined) throw new Error(`The website has no ref ${name}.`)
  return sha
}

/** The branches and tags of the website, by their full names. */
export function referencesOf({ forge }: Running): string[] {
  return [...(forge.db.repositories.get(id.website)?.refs.keys() ?? [])].sort()
}

/** What a file of the website holds, asked for without the client; undefined where there is none. */
export async function contentOf(
  { url }: Running,
  path: string,
  revision: string,
): Promise<Buffer | undefined> {
  const address = new URL(`${url}/api/v3/projects/${id.website}/repository/blobs/${revision}`)
  address.searchParams.set('filepath', path)
  const response = await fetch(address, { headers: { 'private-token': 'root-token' } })
  return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
}

/** The text of it. */
export async function textOf(running: Running, path: string, revision: string) {
  return (await contentOf(running, path, revision))?.toString()
}

/** The build of a name, the newest one. */
export function buildOf({ forge }: Running, name: string) {
  const build = forge.db.builds.all().findLast((each) => each.name === name)
  if (!build) throw new Error(`There is no build ${name}.`)
  return build
}
