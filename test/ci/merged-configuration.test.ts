import { describe, expect, it } from 'vitest'
import { mergeConfiguration } from '../../src/ci/merged-configuration.ts'

const merge = (text: string, files: Record<string, string> = {}) =>
  mergeConfiguration(text, {
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    paths: () => Object.keys(files),
  })

describe('a configuration that extends and includes', () => {
  it('has the words of the jobs that one extends below its own', () => {
    const { words } = merge(
      [
        '.base: { script: a, variables: { A: 1, B: 1 }, tags: [x] }',
        '.more: { extends: .base, variables: { B: 2 } }',
        'job: { extends: [.more], tags: [z] }',
      ].join('\n'),
    )
    expect(words.job).toEqual({
      script: 'a',
      variables: { A: 1, B: 2 },
      tags: ['z'],
      extends: ['.more'],
    })
  })

  it('has those of included files below its own, which may include others', () => {
    const { words, included } = merge('include: [{ local: /a.yml }, b.yml]\njob: { script: c }', {
      'a.yml': 'include: c.yml\njob: { script: a, stage: build }',
      'b.yml': 'other: { script: b }',
      'c.yml': 'stages: [build]',
    })
    expect(words).toEqual({
      stages: ['build'],
      job: { script: 'c', stage: 'build' },
      other: { script: 'b' },
    })
    expect(included).toEqual([
      { path: 'a.yml', from: undefined },
      { path: 'c.yml', from: 'a.yml' },
      { path: 'b.yml', from: undefined },
    ])
  })

  it.each([
    ['a: { extends: b }', 'a: unknown keys in `extends` (b)'],
    ['a: { extends: constructor }', 'a: unknown keys in `extends` (constructor)'],
    ['a: { extends: b }\nb: { extends: a }', 'circular dependency detected in `extends`'],
    ['include: none.yml', 'Local file `none.yml` does not exist!'],
    ['include: https://example.com/a.yml', 'only files of the same repository'],
    ['include: { template: Auto-DevOps.gitlab-ci.yml }', 'only files of the same repository'],
    ['include: list.yml', 'Invalid configuration format'],
  ])('is refused as %j', (text, reason) => {
    expect(() => merge(text, { 'list.yml': '- a' })).toThrow(reason)
  })

  it('is refused where it extends too deep, or includes too much', () => {
    const chain = Array.from({ length: 14 }, (_, at) => `j${at}: { extends: j${at + 1} }`)
    expect(() => merge([...chain, 'j14: { script: a }'].join('\n'))).toThrow('nesting too deep')
    const many = `include: [${Array(151).fill('a.yml').join(', ')}]`
    expect(() => merge(many, { 'a.yml': 'a: { script: b }' })).toThrow('Maximum of 150')
  })

  it('includes each file that a path with asterisks is for, and none where there is none', () => {
    const files = {
      'ci/a.yml': 'a: { script: a }',
      'ci/b.yaml': 'b: { script: b }',
      'ci/deep/c.yml': 'c: { script: c }',
      'cixd.yml': 'd: { script: d }',
    }
    const namesOf = (path: string) => Object.keys(merge(`include: '${path}'`, files).words)
    expect(namesOf('/ci/*.yml')).toEqual(['a'])
    expect(namesOf('ci/**.yml')).toEqual(['a', 'c'])
    expect(namesOf('ci/*')).toEqual(['a', 'b'])
    expect(namesOf('none/*.yml')).toEqual([])
    expect(() => namesOf('*'.repeat(50_000))).toThrow('include: a path is too large')
  })

  it('reads a file that includes itself once', () => {
    expect(merge('include: a.yml', { 'a.yml': 'include: a.yml\na: 1' }).words).toEqual({ a: 1 })
  })
})

describe('a reference', () => {
  const merged = (...lines: string[]) => merge(lines.join('\n')).words

  it('stands for what it names, and for the items of a list in a list', () => {
    const words = merged(
      '.setup: { script: [a, b], variables: { A: one } }',
      '.more: { script: [!reference [.setup, script], c] }',
      'job:',
      '  variables: !reference [.setup, variables]',
      '  script: [!reference [.more, script], d]',
    )
    expect(words.job).toEqual({ variables: { A: 'one' }, script: ['a', 'b', 'c', 'd'] })
  })

  it('is refused where it leads nowhere, or back to itself', () => {
    expect(() => merged('a: { script: !reference [b, script] }')).toThrow(
      '!reference ["b","script"] could not be found',
    )
    expect(() =>
      merged('a: { script: [!reference [b, script]] }', 'b: { script: [!reference [a, script]] }'),
    ).toThrow('is part of a circular chain')
  })

  it('is bounded', () => {
    const lists = Array.from({ length: 9 }, (_, index) => {
      const again = Array(20).fill(`!reference [.a${index}, script]`).join(', ')
      return `.a${index + 1}: { script: [${again}] }`
    })
    expect(() => merged('.a0: { script: [a, a, a, a] }', ...lists)).toThrow('too large')
  })
})
