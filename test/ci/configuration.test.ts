import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/ci/configuration.ts'
import { ConfigurationError } from '../../src/ci/pipeline-file.ts'

const read = (...lines: string[]) => readConfiguration(lines.join('\n'))

function mergeErrorOf(...lines: string[]): string {
  try {
    read(...lines)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
  throw new Error('The configuration was taken.')
}

describe('the description of a pipeline', () => {
  it('has the stages build, test and deploy, and test where a job names none', () => {
    const jobs = read(
      'ship: { script: ship, stage: deploy }',
      'rspec: { script: rspec }',
      'compile: { script: make, stage: build }',
    )
    expect(jobs.map(({ name, stage, stageIndex }) => [name, stage, stageIndex])).toEqual([
      ['compile', 'build', 0],
      ['rspec', 'test', 1],
      ['ship', 'deploy', 2],
    ])
  })

  it.each(['stages', 'types'])('takes its own %s, in their order', (word) => {
    const jobs = read(
      `${word}: [check, release]`,
      'b: { script: b, stage: release }',
      'a: { script: a, type: check }',
    )
    expect(jobs.map(({ name, stageIndex }) => [name, stageIndex])).toEqual([
      ['a', 0],
      ['b', 1],
    ])
  })

  it('puts before_script before the script; a job has its own instead', () => {
    const jobs = read(
      'before_script: [bundle]',
      'one: { script: [rspec, lint] }',
      'two: { before_script: npm ci, script: npm test }',
      'three: { before_script: [], script: x }',
    )
    expect(jobs.map(({ commands }) => commands)).toEqual([
      'bundle\nrspec\nlint',
      'npm ci\nnpm test',
      'x',
    ])
  })

  it('reads when, allow_failure, only and except, and their defaults', () => {
    const [plain, special] = read(
      'plain: { script: a }',
      'special: { script: a, when: manual, allow_failure: true, only: [tags], except: master }',
    )
    expect(plain).toMatchObject({ when: 'on_success', allowFailure: undefined })
    expect(plain?.only).toBeUndefined()
    expect(special).toMatchObject({
      when: 'manual',
      allowFailure: true,
      only: [{ target: 'tags', project: undefined }],
      except: [{ target: 'master', project: undefined }],
    })
  })

  it('reads an environment, by name and with an address, and what is done to it', () => {
    const jobs = read(
      'a: { script: a, environment: production }',
      'b: { script: b, environment: { name: review/$CI_BUILD_REF_NAME, url: "https://x.example" } }',
      'c: { script: c, when: manual, environment: { name: review, action: stop } }',
    )
    expect(jobs.map(({ environment: one }) => [one?.name, one?.url, one?.action])).toEqual([
      ['production', undefined, 'start'],
      ['review/$CI_BUILD_REF_NAME', 'https://x.example', 'start'],
      ['review', undefined, 'stop'],
    ])
  })

  it('hides jobs that begin with a dot, which others may merge', () => {
    const jobs = read(
      '.base: &base { script: base, allow_failure: yes }',
      'job:',
      '  <<: *base',
      '  stage: build',
    )
    expect(jobs).toMatchObject([{ name: 'job', commands: 'base', allowFailure: true }])
  })

  it('reads y and n as texts, as Ruby does, and yes and no as booleans', () => {
    const jobs = read(
      'y: { script: n, needs: [n], variables: { Y: y, N: N, ANY: Yes, ALL: off } }',
      'n: { script: y, allow_failure: On, stage: build }',
    )
    expect(jobs).toMatchObject([
      { name: 'n', commands: 'y', allowFailure: true },
      { name: 'y', commands: 'n', needs: [{ job: 'n' }] },
    ])
    const found = [...(jobs[1]?.variables ?? [])].map(([key, { value }]) => [key, value])
    expect(found.flat().join()).toBe('Y,y,N,N,ANY,true,ALL,false')
  })

  it('takes keys with a leading colon for those without, as Ruby does', () => {
    const jobs = read(':job:', '  :script: [":a"]', '  rules: [{ :if: "$A", :when: manual }]')
    expect(jobs).toMatchObject([{ name: 'job', commands: ':a', rules: [{ when: 'manual' }] }])
  })

  it('takes exit codes that may fail, of which a fake runner says none', () => {
    const jobs = read('a: { script: a, allow_failure: { exit_codes: [137, 255] } }')
    expect(jobs).toMatchObject([{ allowFailure: false }])
  })

  it('lets the words through that a fake runner has no use for', () => {
    const jobs = read(
      'image: ruby:2.3',
      'services: [postgres]',
      'cache: { paths: [vendor] }',
      'variables: { RAILS_ENV: test, PORT: 80 }',
      'after_script: [echo]',
      'rspec:',
      '  script: rspec',
      '  image: ruby:2.2',
      '  services: []',
      '  tags: [docker]',
      '  cache: {}',
      '  coverage: /\\d+%/',
      '  artifacts: { paths: [coverage], expire_in: 1 week }',
      '  after_script: echo',
      '  variables: { PORT: 81 }',
    )
    expect([...(jobs[0]?.variables ?? [])].map(([key, { value }]) => [key, value])).toEqual([
      ['CI_JOB_IMAGE', 'ruby:2.2'],
      ['RAILS_ENV', 'test'],
      ['PORT', '81'],
    ])
  })

  it.each([
    ['no YAML', ['a: ['], 'Invalid configuration format'],
    ['a list', ['- a'], 'Invalid configuration format'],
    ['an empty file', [''], 'Invalid configuration format'],
    ['no job', ['stages: [a]'], 'at least one visible job'],
    ['hidden jobs only', ['.a: { script: a }'], 'at least one visible job'],
    [
      'a job without a script',
      ['a: { stage: test }'],
      'jobs a config should implement the script:',
    ],
    ['a script that is none', ['a: { script: { b: c } }'], 'jobs:a:script'],
    ['a job that is none', ['a: text'], 'jobs:a'],
    [
      'unknown words',
      ['a: { script: a, scrpt: b, onyl: c }'],
      'jobs:a config contains unknown keys: scrpt, onyl',
    ],
    [
      'an unknown word of a rule',
      ['a: { script: a, rules: [{ iff: b }] }'],
      'jobs:a:rules:rule config contains unknown keys: iff',
    ],
    [
      'an unknown stage',
      ['a: { script: a, stage: x }'],
      'a job: chosen stage x does not exist; available stages are .pre, build, test, deploy, .post',
    ],
    [
      'another when',
      ['a: { script: a, when: later }'],
      'jobs:a:when should be one of: on_success, on_failure, always, manual, delayed',
    ],
    [
      'exit codes that are none',
      ['a: { script: a, allow_failure: { exit_codes: one } }'],
      'jobs:a:allow_failure should be a boolean value or have exit_codes',
    ],
    ['a bad allow_failure', ['a: { script: a, allow_failure: maybe }'], 'jobs:a:allow_failure'],
    ['stages that are none', ['stages: build', 'a: { script: a }'], 'stages'],
    ['a bad environment', ['a: { script: a, environment: "a;b" }'], 'jobs:a:environment'],
    [
      'what a new commit never cancels',
      ['workflow: { auto_cancel: { on_new_commit: all } }', 'a: { script: a }'],
      'workflow:auto_cancel on new commit must be one of: conservative, interruptible, none',
    ],
    [
      'what a failure never cancels',
      ['workflow: { auto_cancel: { on_job_failure: some } }', 'a: { script: a }'],
      'workflow:auto_cancel on job failure must be one of: none, all',
    ],
    [
      'the same of a rule',
      ['workflow: { rules: [{ auto_cancel: { on_new_commit: 1 } }] }', 'a: { script: a }'],
      'workflow:rules:rule:auto_cancel on new commit must be one of: conservative, interruptible, none',
    ],
    [
      'auto_cancel that is none',
      ['workflow: { auto_cancel: all }', 'a: { script: a }'],
      'workflow:auto_cancel config should be a hash',
    ],
    [
      'an unknown word of auto_cancel',
      ['workflow: { auto_cancel: { on_push: all } }', 'a: { script: a }'],
      'workflow:auto_cancel config contains unknown keys: on_push',
    ],
    [
      'an unknown word of the workflow',
      ['workflow: { stages: [a] }', 'a: { script: a }'],
      'workflow config contains unknown keys: stages',
    ],
    [
      'auto_cancel in the rule of a job',
      ['a: { script: a, rules: [{ when: always, auto_cancel: { on_new_commit: none } }] }'],
      'jobs:a:rules:rule config contains unknown keys: auto_cancel',
    ],
    [
      'a manual workflow',
      ['workflow: { rules: [{ when: manual }] }', 'a: { script: a }'],
      'workflow:rules:rule:when should be one of: always, never',
    ],
    [
      'interruptible that is none',
      ['a: { script: a, interruptible: maybe }'],
      'jobs:a:interruptible config should be a boolean value',
    ],
    [
      'the default of interruptible that is none',
      ['default: { interruptible: 1 }', 'a: { script: a }'],
      'default:interruptible config should be a boolean value',
    ],
    ['a bad pattern', ['a: { script: a, only: ["/(/"] }'], 'jobs:a:only'],
    ['an unknown dependency', ['a: { script: a, dependencies: [b] }'], 'undefined dependency: b'],
    [
      'a dependency of the same stage',
      ['a: { script: a, dependencies: [b] }', 'b: { script: b }'],
      'dependency b is not defined in prior stages',
    ],
  ])('refuses %s', (_, lines, reason) => {
    expect(mergeErrorOf(...lines)).toContain(reason)
  })

  it('takes a dependency of a prior stage', () => {
    const jobs = read('a: { script: a, stage: build }', 'b: { script: b, dependencies: [a] }')
    expect(jobs).toHaveLength(2)
  })

  it('takes a job named like a property of objects for a job', () => {
    expect(read('__proto__: { script: a }', 'constructor: { script: b }')).toMatchObject([
      { name: '__proto__', commands: 'a' },
      { name: 'constructor', commands: 'b' },
    ])
  })
})

describe('a description that means harm', () => {
  it('may not expand aliases without end', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 12; level += 1) {
      const one = `*a${level - 1}`
      lines.push(`a${level}: &a${level} [${Array(9).fill(one).join(', ')}]`)
    }
    expect(mergeErrorOf(...lines, 'job: { script: *a11 }')).toContain('alias')
  })

  it('may not be nested without end', () => {
    expect(mergeErrorOf(`a: ${'['.repeat(50_000)}`)).toContain('nesting exceeded maxDepth (200)')
  })

  it('may not have expressions that take long together', () => {
    const only = Array.from({ length: 50 }, (_, index) => `/(${'a?'.repeat(140)})${index}/`)
    const jobs = ['a', 'b'].map((name) => `${name}: { script: a, only: ${JSON.stringify(only)} }`)
    expect(read(jobs[0] ?? '')).toHaveLength(1)
    expect(mergeErrorOf(...jobs)).toContain('the regular expressions of only and except')
  })

  it('says how long artifacts are kept, which has to be a duration', () => {
    const job = (artifacts: string) => `a: { script: a, artifacts: ${artifacts} }`
    const expiryOf = (artifacts: string) => read(job(artifacts))[0]?.artifactsExpireIn
    expect(expiryOf('{ paths: [a], expire_in: 1 week }')).toBe(7 * 86_400)
    for (const none of ['{ paths: [a] }', '{ expire_in: ~ }', '~'])
      expect(expiryOf(none)).toBeNull()
    for (const wrong of ['soon', '7', '[1 day]'])
      expect(mergeErrorOf(job(`{ expire_in: ${wrong} }`))).toBe(
        'jobs:a:artifacts:expire_in should be a duration',
      )
  })

  it('says where reports of tests are, which have to be paths', () => {
    const job = (reports: string) => `a: { script: a, artifacts: { reports: ${reports} } }`
    const reportsOf = (reports: string) => read(job(reports))[0]?.junitReports
    expect(reportsOf('{ junit: a.xml, dotenv: b }')).toEqual(['a.xml'])
    expect(reportsOf('{ junit: [a.xml, "b/*.xml"] }')).toEqual(['a.xml', 'b/*.xml'])
    for (const none of ['{ dotenv: b }', '{ junit: ~ }', '~']) expect(reportsOf(none)).toEqual([])
    expect(mergeErrorOf(job('{ junit: 7 }'))).toBe(
      'jobs:a:artifacts:reports:junit should be an array of strings or a string',
    )
  })

  it('is reported with its first fault, and where that is', () => {
    const message = mergeErrorOf('a: { script: b }', 'c: "d" "e" "f"')
    expect(message).toMatch(/ at line 2, column 8$/)
  })

  it('may not be more than one document', () => {
    expect(mergeErrorOf('a: { script: b }', '---', 'c: { script: d }')).toContain('more than one')
  })

  it('may not be too large, nor have too many jobs', () => {
    expect(mergeErrorOf(`a: { script: "${'x'.repeat(1024 * 1024)}" }`)).toContain(
      'larger than 1 MiB',
    )
    const jobs = Array.from({ length: 501 }, (_, index) => `j${index}: { script: a }`)
    expect(mergeErrorOf(...jobs)).toContain('500 jobs')
    expect(read(...jobs.slice(1))).toHaveLength(500)
  })
})

describe('inherit', () => {
  const globals = [
    'variables: { A: a, B: b }',
    'default: { before_script: [first], retry: 2, interruptible: true, tags: [fast] }',
  ]
  const jobOf = (inherit: string) => {
    const [job] = readConfiguration(
      [...globals, `j: { script: a, inherit: ${inherit} }`].join('\n'),
    )
    return { ...job, keys: [...(job?.variables.keys() ?? [])] }
  }

  it('takes all, nothing, or what it names of the defaults and the variables', () => {
    const all = { commands: 'first\na', retry: { max: 2 }, isInterruptible: true, keys: ['A', 'B'] }
    expect(jobOf('{ default: true, variables: true }')).toMatchObject(all)
    const none = { commands: 'a', retry: null, isInterruptible: false, tags: [], keys: [] }
    expect(jobOf('{ default: false, variables: false }')).toMatchObject(none)
    const some = { commands: 'a', retry: { max: 2 }, isInterruptible: false, keys: ['B'] }
    expect(jobOf('{ default: [retry], variables: [B] }')).toMatchObject(some)
  })

  it('is refused for anything else', () => {
    expect(() => jobOf('{ default: a }')).toThrow('should be a bool or array of strings')
    expect(() => jobOf('{ others: true }')).toThrow('config contains unknown keys: others')
  })
})
