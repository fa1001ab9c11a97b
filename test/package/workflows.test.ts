import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => join(folder, name))
const workflows = filesBelow('.github/workflows')
const forms = filesBelow('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml'))
const { scripts, engines, version } = JSON.parse(read('package.json'))

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: { readonly 'node-version'?: string | number }
}

interface Job {
  readonly 'runs-on'?: string
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> }
  readonly steps: readonly Step[]
}

/** The values that `${{ matrix.name }}` takes in a text of a job. */
function expanded(text: string, { strategy }: Job): string[] {
  const name = /\$\{\{ matrix\.(\w+) \}\}/.exec(text)?.[1]
  if (name === undefined) return [text]
  return (strategy?.matrix[name] ?? []).map((value) =>
    text.replace(`\${{ matrix.${name} }}`, String(value)),
  )
}

it('finds the workflows', () => {
  expect(workflows.map((path) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['ci.yml', 'release.yml', 'search.yml']),
  )
})

describe.each(workflows)('%s', (path) => {
  const workflow = parse(read(path), { strict: true })
  const jobs: [string, Job][] = Object.entries(workflow.jobs)

  it('says when it runs, and what it may do', () => {
    expect(Object.keys(workflow.on).length).toBeGreaterThan(0)
    expect(workflow.permissions.contents).toMatch(/^(read|write)$/)
    expect(jobs.length).toBeGreaterThan(0)
  })

  it.each(jobs)('%s runs scripts and actions that there are', (_, job) => {
    expect(job['runs-on']).toMatch(/^ubuntu-/)
    for (const step of job.steps) {
      // An action of a stated version, or a command: one of the two.
      expect([step.uses, step.run].filter((one) => one !== undefined)).toHaveLength(1)
      if (step.uses !== undefined) expect(step.uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
      for (const line of expanded(step.run ?? '', job)) {
        const script = /^npm (?:run )?(test|[\w:-]+)/.exec(line)?.[1] ?? 'test'
        if (!['ci', 'publish'].includes(script)) expect(Object.keys(scripts)).toContain(script)
      }
      for (const node of expanded(String(step.with?.['node-version'] ?? 22), job)) {
        expect(Number(node)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]))
      }
    }
  })
})

describe.each(forms)('%s', (path) => {
  it('is a form whose fields have labels, and ids of their own', () => {
    const form = parse(read(path), { strict: true })
    expect(form.name).toEqual(expect.any(String))
    expect(form.description).toEqual(expect.any(String))
    const fields: { id: string; attributes: { label: string } }[] = form.body
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
    for (const { attributes } of fields) expect(attributes.label).toEqual(expect.any(String))
  })
})

describe('the changelog', () => {
  it('begins with what is not released yet, and has the version of the package', () => {
    const [first, ...others] = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(
      ([, title = '']) => title,
    )
    expect(first).toBe('Unreleased')
    for (const title of others) expect(title).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/)
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})

it('has every file that continuous integration needs of .ci/run', () => {
  const named = [...read('.ci/run').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  expect(existsSync(join(root, '.github/pull_request_template.md'))).toBe(true)
})
