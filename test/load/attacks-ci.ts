import { type Attack, type Call, post, put, upTo } from './attacks.ts'

/** Attacks by the configuration of a pipeline: what its rules make of a file of less than a megabyte. */

const site = '/projects/1'
const tree = '/projects/5'
const lint = (content: string, more: object = {}): Call =>
  post(`${site}/ci/lint`, { content, include_jobs: true, ...more })
const file = (content: string, path = '.gitlab-ci.yml', action = 'create') =>
  post(`${site}/repository/commits`, {
    branch: 'master',
    commit_message: 'Change',
    actions: [{ action, file_path: path, content }],
  })
const start = (more: object = {}) => post(`${site}/pipeline`, { ref: 'master', ...more })

/** A configuration that is linted, tried, pushed and run. */
const configuration = (name: string, content: () => string): Attack => ({
  name: `a configuration of ${name}`,
  calls: () => [
    lint(content()),
    lint(content(), { dry_run: true }),
    file(content()),
    start({ variables: [{ key: 'A', value: 'a'.repeat(9000) }] }),
  ],
})

const names = (count: number, prefix = 'j') => upTo(count).map((index) => `${prefix}${index}`)
const jobs = (count: number, words: string) =>
  names(count)
    .map((name) => `${name}: { ${words} }\n`)
    .join('')
const lines = (count: number, line: (index: number) => string) =>
  upTo(count)
    .map((index) => `${line(index)}\n`)
    .join('')
const longText = 'x'.repeat(900_000)
const hostilePattern = '(a|aa|a*)*b'.repeat(25).slice(0, 250)
export const attacks: readonly Attack[] = [
  configuration('aliases of aliases', () =>
    [
      'a0: &a0 [x,x,x,x,x,x,x,x,x]',
      ...upTo(9).map((n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}]`),
      'j: { script: *a9 }',
    ].join('\n'),
  ),
  configuration('aliases of a long text', () =>
    [`.a: &a ${longText}`, 'j:', '  script:', lines(10_000, () => '    - *a')].join('\n'),
  ),
  configuration('references to a long text', () =>
    [
      `.a: { x: ${longText} }`,
      'j:',
      '  script:',
      lines(4000, () => '    - !reference [.a, x]'),
    ].join('\n'),
  ),
  configuration('a long script that all jobs extend', () =>
    [`.a: { script: ${longText} }`, jobs(500, 'extends: .a')].join('\n'),
  ),
  configuration('a long script before those of all jobs', () =>
    [`before_script: [${longText}]`, jobs(500, 'script: a')].join('\n'),
  ),
  configuration('many lines before the scripts of all jobs', () =>
    [`default: { before_script: [${'a,'.repeat(18_000)}] }`, jobs(500, 'script: a')].join('\n'),
  ),
  configuration('rules that all jobs extend', () =>
    [
      '.a:',
      '  script: a',
      '  rules:',
      lines(200, () => `    - if: '${'($CI == "a" || $A) && '.repeat(80)}$B == "c"'`),
      jobs(499, 'extends: .a'),
    ].join('\n'),
  ),
  configuration('regular expressions that all jobs extend', () =>
    [
      '.a:',
      '  script: a',
      '  rules:',
      lines(200, () => `    - if: '$A =~ /${hostilePattern}/'`),
      jobs(499, 'extends: .a'),
    ].join('\n'),
  ),
  configuration('regular expressions in variables', () =>
    [
      `variables: { P: '/${hostilePattern}/' }`,
      '.a:',
      '  script: a',
      '  rules:',
      lines(200, () => "    - if: '$A =~ $P'"),
      jobs(499, 'extends: .a'),
    ].join('\n'),
  ),
  configuration('only with regular expressions', () =>
    lines(
      49,
      (index) => `j${index}: { script: a, only: ['/${hostilePattern}${index}/', '/(a*)*$/'] }`,
    ),
  ),
  configuration('8,000 variables of 500 jobs', () =>
    ['variables:', lines(8000, (index) => `  V${index}: a`), jobs(500, 'script: a')].join('\n'),
  ),
  configuration('variables that name a long one in 500 jobs', () =>
    [
      'variables:',
      `  V0: ${'x'.repeat(90_000)}`,
      lines(100, (index) => `  V${index}: $V0$V0`),
      jobs(500, 'script: a'),
    ].join('\n'),
  ),
  configuration('variables that 500 jobs extend', () =>
    [
      '.a:',
      '  script: a',
      '  variables:',
      lines(8000, (n) => `    V${n}: a`),
      jobs(499, 'extends: .a'),
    ].join('\n'),
  ),
  configuration('jobs that extend one 5,000 times', () =>
    [
      '.a:',
      '  script: a',
      '  variables:',
      lines(5000, (n) => `    V${n}: a`),
      `j: { extends: [${'.a,'.repeat(5000)}] }`,
      `k: { extends: [${'.a,'.repeat(5000)}] }`,
    ].join('\n'),
  ),
  configuration('jobs that extend each other', () =>
    [
      ...upTo(5000).map((n) => `.a${n}: { extends: .a${n + 1} }`),
      '.a5001: { extends: .a1 }',
      'j: { script: a, extends: .a1 }',
    ].join('\n'),
  ),
  configuration('needs of all jobs of 200 copies', () =>
    [
      'a: { script: a, parallel: 200 }',
      `b: { script: a, needs: [${'a,'.repeat(18_000)}] }`,
      `c: { script: a, parallel: 200, needs: [${'a,'.repeat(2_000)}] }`,
    ].join('\n'),
  ),
  configuration('500 jobs that need those before', () =>
    [
      ...upTo(500).map(
        (n) =>
          `j${n}: { script: a, needs: [${names(n - 1)
            .slice(-45)
            .join()}] }`,
      ),
    ].join('\n'),
  ),
  configuration('500 jobs in a chain of needs', () =>
    upTo(500)
      .map((n) => `j${n}: { script: a, needs: [${n === 1 ? '' : `j${n - 1}`}] }`)
      .join('\n'),
  ),
  configuration('jobs that need each other', () =>
    upTo(500)
      .map((n) => `j${n}: { script: a, needs: [j${(n % 500) + 1}] }`)
      .join('\n'),
  ),
  configuration('500 stages of skipped jobs', () =>
    [
      `stages: [${names(500, 's').join()}]`,
      ...upTo(500).map((n) => `j${n}: { script: a, stage: s${n}, when: on_failure }`),
    ].join('\n'),
  ),
  configuration('20,000 stages, of which none is meant', () =>
    [`stages: [${names(20_000, 's').join()}]`, jobs(400, 'script: a, stage: none')].join('\n'),
  ),
  configuration('a matrix of 50 times 20,000 values', () =>
    [
      `j: { script: a, parallel: { matrix: [{ A: &a [${'a,'.repeat(1_900)}], ${upTo(40)
        .map((n) => `B${n}: *a`)
        .join()} }] } }`,
    ].join('\n'),
  ),
  configuration(
    'a matrix of 10,000 variables',
    () =>
      `j: { script: a, parallel: { matrix: [{ A: [${upTo(200).join()}], ${upTo(8000)
        .map((n) => `B${n}: a`)
        .join()} }] } }`,
  ),
  configuration(
    'a matrix of long values',
    () =>
      `j: { script: a, parallel: { matrix: [{ A: [${longText}], B: [${upTo(200).join()}] }] } }`,
  ),
  configuration('tags and reports of 500 jobs', () =>
    [
      `default: { tags: [${'a,'.repeat(8000)}], artifacts: { reports: { junit: [${'a,'.repeat(8000)}] } } }`,
      jobs(500, 'script: a'),
    ].join('\n'),
  ),
  configuration('500 environments of long names', () =>
    [
      `variables: { L: ${'x'.repeat(90_000)} }`,
      jobs(500, `script: a, environment: { name: ${'$L'.repeat(100)}, url: ${'$L'.repeat(100)} }`),
    ].join('\n'),
  ),
  configuration('environments that stop each other', () =>
    upTo(500)
      .map(
        (n) =>
          `j${n}: { script: a, environment: { name: e, action: stop, on_stop: j${(n % 500) + 1} } }`,
      )
      .join('\n'),
  ),
  configuration(
    '5,000 names of files to include that are none',
    () =>
      `include: [${upTo(10_000)
        .map((n) => `"**${n}*.yml"`)
        .join()}]\nj: { script: a }`,
  ),
  {
    name: 'a configuration of patterns of files in a tree of 9,000 files',
    calls: () =>
      [
        `include: [${upTo(10_000)
          .map((n) => `"f**${n}*.yml"`)
          .join()}]\nj: { script: a }`,
        `include:\n${lines(5000, (n) => `  - { local: x${n}, rules: [{ exists: ["f*/g*/**${n}x"] }] }`)}j: { script: a }`,
        `include:\n${lines(5000, (n) => `  - { local: x${n}, rules: [{ if: $A${n} }] }`)}j: { script: a }`,
        [
          '.a:',
          '  script: a',
          '  rules:',
          lines(20, () => `    - exists: [${'"**/*a*b*c*d*",'.repeat(50)}]`),
          lines(20, () => `    - changes: [${'"**/*a*b*c*d*",'.repeat(50)}]`),
          jobs(499, 'extends: .a'),
        ].join('\n'),
      ].flatMap((content) => [
        post(`${tree}/ci/lint`, { content, include_jobs: true }),
        post(`${tree}/ci/lint`, { content, dry_run: true }),
      ]),
  },
  {
    name: 'a configuration of 150 files of a megabyte',
    before: () => [
      file(
        lines(8000, (n) => `.a${n}: { a: "${'x'.repeat(90)}" }`),
        'big.yml',
      ),
      file(
        lines(500, (n) => `.b${n}: { a: b }`),
        'small.yml',
      ),
      file(`include: [${'leaf.yml,'.repeat(140)}]`, 'node.yml'),
      file('.c: { a: b }', 'leaf.yml'),
    ],
    calls: () =>
      ['big.yml', 'small.yml', 'node.yml', '"**.yml"'].flatMap((path) => [
        lint(`include: [${`${path},`.repeat(149)}]\nj: { script: a }`),
      ]),
  },
  {
    name: 'a configuration of files that include each other',
    before: () => [
      ...upTo(9).map((n) => file(`include: [${upTo(9).map((m) => `f${m}.yml`)}]`, `f${n}.yml`)),
    ],
    calls: () => [
      lint('include: f1.yml\nj: { script: a }'),
      file('include: [.gitlab-ci.yml, f1.yml]\nj: { script: a }'),
      start(),
    ],
  },
  configuration('inputs that fill each other', () =>
    [
      'spec:',
      '  inputs:',
      lines(4000, (n) => `    i${n}: { default: "$[[ inputs.i${n + 1} ]]" }`),
      '---',
      lines(4000, (n) => `.j${n}: { a: "$[[ inputs.i${n} | expand_vars | truncate(0, 9) ]]" }`),
      'j: { script: a }',
    ].join('\n'),
  ),
  configuration('inputs that expand variables', () =>
    [
      'spec: { inputs: { a: { default: $CI_COMMIT_SHA } } }',
      '---',
      lines(20_000, () => '# $[[ inputs.a | expand_vars ]]'),
      'j: { script: a }',
    ].join('\n'),
  ),
  configuration('a chain of functions', () =>
    [
      'spec: { inputs: { a: { default: $CI_COMMIT_SHA } } }',
      '---',
      `# $[[ inputs.a ${'| expand_vars '.repeat(60_000)}]]`,
      'j: { script: a }',
    ].join('\n'),
  ),
  configuration('blocks that never end', () =>
    ['spec: { inputs: { a: { default: a } } }', '---', `# ${'$[[ inputs.a '.repeat(70_000)}`].join(
      '\n',
    ),
  ),
  configuration('an input of a million letters and a regular expression', () =>
    [
      `spec: { inputs: { a: { default: ${'a'.repeat(900_000)}, regex: '${hostilePattern}' } } }`,
      '---',
      'j: { script: a }',
    ].join('\n'),
  ),
  {
    name: 'a pipeline with large inputs and variables',
    before: () => [
      file(
        [
          "spec: { inputs: { a: { default: a, regex: '(a|aa|a*)*b' }, b: { type: array, default: [] } } }",
          '---',
          'j: { script: ["$[[ inputs.a ]]", "$[[ inputs.b ]]"] }',
          jobs(499, 'script: a'),
        ].join('\n'),
      ),
    ],
    calls: () => [
      start({ inputs: { a: 'a'.repeat(9_000_000) } }),
      start({ inputs: { b: upTo(40_000) } }),
      start({ inputs: { b: ['x'.repeat(9_000_000)] } }),
      start({ inputs: { __proto__: 1, constructor: 1 } }),
      start({ inputs: Object.fromEntries(upTo(40_000).map((n) => [`i${n}`, 'a'])) }),
      start({ variables: upTo(16_000).map((n) => ({ key: `V${n}`, value: `$V${n + 1}` })) }),
      start({ variables: upTo(16_000).map((n) => ({ key: `V${n}`, value: 'a' })) }),
      start({ variables: upTo(9).map((n) => ({ key: `V${n}`, value: 'a'.repeat(1_000_000) })) }),
      start({ variables: [{ key: '__proto__', value: 'a' }] }),
    ],
  },
  {
    name: 'pipelines that start 500 others',
    before: () => [
      file(jobs(500, 'script: a'), 'child.yml'),
      file(jobs(500, 'trigger: { include: child.yml }'), 'middle.yml'),
    ],
    calls: () => [
      file(jobs(500, 'trigger: { include: child.yml, strategy: depend }')),
      file(jobs(500, 'trigger: { include: middle.yml }'), '.gitlab-ci.yml', 'update'),
      file(jobs(500, 'trigger: { include: .gitlab-ci.yml }'), '.gitlab-ci.yml', 'update'),
      start(),
    ],
  },
  configuration('nested brackets in a condition', () =>
    jobs(300, `script: a, rules: [{ if: '${'('.repeat(900)}$A${')'.repeat(900)}' }]`),
  ),
  configuration('names that every object has', () =>
    [
      'stages: [__proto__, constructor]',
      'variables: { __proto__: a, constructor: $toString }',
      '__proto__: { script: a, stage: __proto__, needs: [], environment: __proto__ }',
      'constructor: { script: a, stage: constructor, needs: [__proto__], resource_group: __proto__ }',
      'toString: { extends: constructor, parallel: { matrix: [{ __proto__: [a, b] }] } }',
    ].join('\n'),
  ),
  {
    name: 'a schedule and a trigger of many inputs',
    before: () => [file('j: { script: a }')],
    calls: () => [
      post(`${site}/pipeline_schedules`, {
        description: 'a',
        ref: 'master',
        cron: '* * * * *',
        inputs: upTo(16_000).map((n) => ({ name: `i${n}`, value: 'a' })),
      }),
      put(site, { ci_config_path: 'a'.repeat(9_000_000) }),
    ],
  },
]
